#include "tools/templates.hpp"

#include <string_view>

namespace trialcost {
namespace {

constexpr std::string_view scenario =
    R"(# A scenario for trialcost. ALL FIGURES ARE INVENTED: put in your own.
# Every amount carries its unit; what you do not know, leave out or call unknown: it is never filled in.
format   = 1
title    = "Invented: a fine-tune, on demand or in a block"
currency = "USD"
as_of    = {date}                     # from this day the age of quotes counts

[workload]
name        = "my-fine-tune"
output_unit = "run"                         # what unit cost counts
runs        = 10                            # qualified runs wanted
period      = "1 month"
work        = "measured"                    # samples to the quality bar, from the records
quality     = "eval loss <= 1.2"

[budget]
total      = "2200 USD"
unit_cost  = "220 USD/run"
wall_time  = "6 d"
confidence = "90 %"                         # each ceiling is to be kept with this probability

[quotes]
files   = ["quotes.csv"]
max_age = "30 d"                            # older quotes price an option but do not verify it

[compare]
baseline = "demand"                         # the current solution

[option.demand]
instance = "my-node"                        # as in the records
region   = "my-region"                      # as in the quotes
purchase = "on-demand"
nodes    = 1
trials   = ["trials.csv"]
failures = ["failures.csv"]

[option.demand.inputs]
checkpoint_interval = "30 min"              # a setting; the rest comes from the records
# utilization = { conservative = "70 %", because = "the lowest of three trials" }
# failure.hardware.rate = { events = 3, exposure = "412 node h" }

[option.demand.cost.checkpoints]            # held in storage, billed by its own quote
service = "storage"
stored  = { per_checkpoint = "100 GB", keep = 2 }

[option.demand.gates]                       # what no record can show
quota        = { passed = true, evidence = "invented: ticket 1", date = {date} }
network      = { unknown = "not tried yet" }
availability = { passed = true, evidence = "invented: reserved for the month" }

[option.block]
instance = "my-node"
region   = "my-region"
purchase = "capacity-block"                 # whole days, paid in full; the last half hour is unusable
trials   = ["trials.csv"]
failures = ["failures.csv"]

[option.block.inputs]
checkpoint_interval = "30 min"

[option.block.limits]
timeout = "24 h"                            # an attempt is given up after it, which bounds every mean
)";

constexpr std::string_view trials =
    R"(# One row per measured run; times in seconds; blank means unknown, never zero. INVENTED.
# Five columns are required: run_id, instance, billed_s, output_units, quality_passed.
run_id,instance,stage,nodes,precision,global_batch,count_basis,samples,startup_s,in_training_s,lost_s,checkpoint_s,checkpoints,validation_s,downtime_s,restore_s,failures,billed_s,output_units,quality_passed
r1,my-node,target-load,1,bf16,64,samples,500000,300,14000,0,160,8,240,0,0,0,14700,1,true
r2,my-node,target-load,1,bf16,64,samples,506000,310,15150,900,165,8,245,600,200,1,16670,1,true
r3,my-node,target-load,1,bf16,64,samples,497000,295,15600,1700,158,8,238,1200,420,2,17911,1,true
)";

constexpr std::string_view failures =
    R"(# One row per failure of a measured run; restore_s is the whole restart time. INVENTED.
run_id,at_s,stage,class,cause,lost_s,downtime_s,restore_s
r2,6100,work,hardware,invented: link down,900,600,200
r3,3100,work,hardware,invented: memory error,600,420,180
r3,9900,work,software,invented: hang,1100,780,240
)";

constexpr std::string_view quotes =
    R"(# One row per quote: exactly this region, service, item and purchase option; a blank price is unknown. INVENTED.
region,service,item,purchase,price,currency,unit,granularity_s,minimum_s,verified_on,source
my-region,compute,my-node,on-demand,40.00,USD,instance-hour,1,60,{date},invented
my-region,compute,my-node,capacity-block,30.00,USD,instance-hour,,,{date},invented
my-region,storage,stored,,0.023,USD,GB-month,,,{date},invented
)";

std::string dated(std::string_view text, const std::string& date) {
    constexpr std::string_view mark = "{date}";
    std::string out(text);
    for (std::size_t at = out.find(mark); at != std::string::npos;
         at = out.find(mark, at + date.size()))
        out.replace(at, mark.size(), date);
    return out;
}

}  // namespace

std::vector<TemplateFile> template_files(const std::string& date) {
    return {{"scenario.toml", dated(scenario, date)},
            {"trials.csv", dated(trials, date)},
            {"failures.csv", dated(failures, date)},
            {"quotes.csv", dated(quotes, date)}};
}

}  // namespace trialcost
