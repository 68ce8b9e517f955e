// The other price files of AWS: offer files of savings plans, and what the command line of AWS
// answers about spot prices and capacity blocks (AWS CLI reference: ec2
// describe-spot-price-history, describe-capacity-block-offerings). Errors: complaints.
#pragma once

#include <optional>
#include <string>

#include "models/units/date.hpp"
#include "scenarios/document/input_file.hpp"
#include "scenarios/import/quote_collector.hpp"

namespace trialcost {

void read_savings_plan(InputFile& file, QuoteCollector& collector);

// Every price of Linux; `sort_spot_history` once all files are read.
void read_spot_history(InputFile& file, QuoteCollector& collector);
// Oldest first. What several files tell alike is one quote; the day of the newest is when they were
// looked up, unless the request says it.
void sort_spot_history(QuoteCollector& collector);

void read_capacity_blocks(InputFile& file, QuoteCollector& collector);

// "us-east-1" of the zones "us-east-1a" and "us-east-1-lax-1a"; empty: it is no zone.
std::string region_of_zone(const std::string& zone);

}  // namespace trialcost
