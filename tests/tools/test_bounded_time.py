"""24 hours of work without checkpoints, whose failure rate comes from ten clean runs of six minutes.

The rate is Gamma(1/2, 1 node hour): on average a failure every two hours, so the 24 hours are hardly ever
done in one piece: e^12 tries at the mean rate. The run must end soon, and say what it could not finish.
"""

import h5py

from command_case import CommandCase, main

SCENARIO = """
format = 1
title = "a long job, short trials"
currency = "USD"
as_of = 2026-11-30
[workload]
name = "long"
work = "864000 samples"
[budget]
total = "500 USD"
[quotes]
files = ["quotes.csv"]
[option.a]
instance = "x"
region = "us-east-1"
purchase = "on-demand"
trials = ["records.csv"]
"""
HEAD = "run_id,instance,billed_s,output_units,quality_passed,count_basis,samples,startup_s,in_training_s,failures,nodes\n"
QUOTES = "region,service,item,purchase,price,currency,unit,verified_on\nus-east-1,ec2,x,on-demand,10,USD,instance-hour,2026-11-20\n"


class BoundedTime(CommandCase):
    def test_it_ends_and_says_so(self):
        rows = [f"r{i},x,{370 + i},1,true,samples,3600,{9 + i / 10},{360 + i},0,1\n" for i in range(10)]
        (self.folder / "records.csv").write_text(HEAD + "".join(rows))
        (self.folder / "quotes.csv").write_text(QUOTES)
        self.scenario = self.folder / "scenario.toml"
        self.scenario.write_text(SCENARIO)
        result = self.folder / "r.h5"
        done = self.trialcost("run", self.scenario, "-o", result)  # within the time-out of the case
        self.assertRegex(" ".join(done.stdout.split()), r"not finished in \d+ % of cases")
        words = " ".join(self.trialcost("show", result, "--full").stdout.split())
        self.assertRegex(words, r"of about 7\d(\.\d)? node hours needed")
        with h5py.File(result) as file:
            self.assertGreater(file["p_not_finished"][0], 0.3)
            # Each of at most ten attempts is given up at twenty times its failure-free time.
            self.assertLess(file["wall_time_max"][0], 10 * 20 * 1.5 * 24 * 3600)
            self.assertEqual(file["unit_cost"][0][-1], float("inf"))


main()
