"""`import quotes`: price files of a provider become rows of quotes."""

import json
import os
import pty
import re
import resource
import subprocess

from command_case import COMMAND, main
from import_case import DATA, SKU, ImportCase

INSTANCE = {"provider": "aws", "service": "ec2", "item": "x9.48xlarge", "currency": "USD"}
BY_SECOND = {"granularity_s": "1", "minimum_s": "60", "unit": "instance-hour"}
ON_DEMAND = {**INSTANCE, **BY_SECOND, "region": "us-east-1", "purchase": "on-demand", "price": "12.3400000000",
             "verified_on": "2026-11-01"}
CODE = f"{SKU}.JRTCKXETXF.6YS6EN2CT7"


class EachFormat(ImportCase):
    def test_offer_as_json(self):
        self.check_rows(
            self.rows("aws-price-list", files=[DATA / "price_list_offer.json"]),
            {**ON_DEMAND, "source": f"price_list_offer.json, {CODE}"},
            {"provider": "aws", "region": "us-east-1", "service": "ebs.gp3", "item": "stored",
             "price": "0.0999000000", "currency": "USD", "unit": "GB-month", "verified_on": "2026-11-01",
             "source": "price_list_offer.json, SYNTHSKU00000002.JRTCKXETXF.6YS6EN2CT7"},
            {**INSTANCE, **BY_SECOND, "region": "us-east-1", "purchase": "commitment", "price": "4.0000000000",
             "plan": "reserved standard 1yr Partial Upfront", "upfront": "40000", "term_h": "8760",
             "verified_on": "2026-11-01", "source": f"price_list_offer.json, {SKU}.HU7G6KETJZ.6YS6EN2CT7"})

    def test_offer_as_csv_says_the_same(self):
        self.check_rows(self.rows("aws-price-list", files=[DATA / "price_list_offer.csv"]),
                        {**ON_DEMAND, "source": f"price_list_offer.csv, {CODE}"})

    def test_savings_plan(self):
        self.check_rows(
            self.rows("aws-savings-plan", files=[DATA / "savings_plan_offer.json"]),
            {**INSTANCE, **BY_SECOND, "region": "us-east-1", "purchase": "commitment", "price": "9.25",
             "plan": "Compute Savings Plan 1yr No Upfront", "term_h": "8760", "verified_on": "2026-11-01",
             "source": f"savings_plan_offer.json, SYNTHSP000000001.{SKU}"})

    def test_spot_history_comes_oldest_first(self):
        rows = self.rows("aws-spot-history", files=[DATA / "spot_price_history.json"])
        spot = {**INSTANCE, **BY_SECOND, "region": "us-east-1", "purchase": "spot", "verified_on": "2026-11-03",
                "source": "spot_price_history.json"}
        self.check_rows(
            rows,
            {**spot, "zone_id": "us-east-1a", "price": "4.950000", "starts_at": "2026-10-30T03:45:00Z"},
            {**spot, "zone_id": "us-east-1b", "price": "4.870000", "starts_at": "2026-11-02T22:01:10Z"},
            {**spot, "zone_id": "us-east-1a", "price": "5.100000", "starts_at": "2026-11-03T07:12:44Z"})

    def test_block_is_paid_as_a_whole(self):
        block = {**INSTANCE, "region": "us-east-2", "zone_id": "us-east-2a", "purchase": "capacity-block",
                 "price": "1920.000", "unit": "block", "term_h": "48", "instances": "4",
                 "starts_at": "2026-12-05T11:30:00Z", "valid_until": "2026-12-05",
                 "source": "capacity_block_offerings.json, cb-0synthetic0000001"}
        files = [DATA / "capacity_block_offerings.json"]
        self.check_rows(self.rows("aws-capacity-blocks", files=files), block)
        self.check_rows(self.rows("aws-capacity-blocks", "--verified-on", "2026-11-30", files=files),
                        {**block, "verified_on": "2026-11-30"})


    def test_a_zone_goes_by_its_id_where_there_is_one(self):
        for form, name in (("aws-spot-history", "spot_price_history.json"),
                           ("aws-capacity-blocks", "capacity_block_offerings.json")):
            file = self.folder / name
            file.write_text((DATA / name).read_text().replace('"Availab', '"AvailabilityZoneId": "use-az9", "Availab'))
            for row in self.rows(form, files=[file]):
                self.assertEqual(row["zone_id"], "use-az9")


class Filters(ImportCase):
    def test_region_item_and_date(self):
        files = [DATA / "price_list_offer.json"]
        rows = self.rows("aws-price-list", "--item", "x9.48xlarge", "--region", "us-east-1", files=files)
        self.assertEqual({row["item"] for row in rows}, {"x9.48xlarge"})
        rows = self.rows("aws-price-list", "--verified-on", "2026-11-20", files=files)
        self.assertEqual({row["verified_on"] for row in rows}, {"2026-11-20"})

    def test_nothing_left_says_how_many_each_filter_took(self):
        for arguments, words in ((("--region", "eu-west-1"), "2 by region"), (("--item", "y1"), "2 by item"),
                                 (("--currency", "CNY"), "2 by currency")):
            done = self.imported("aws-price-list", *arguments, files=[DATA / "price_list_offer.json"], code=65)
            self.assertIn(words, done.stderr)
            self.assertFalse(self.out.exists())

    def test_other_systems_hosts_and_markets_are_left_out(self):
        for attribute, value in (("operatingSystem", "Windows"), ("tenancy", "Dedicated"), ("preInstalledSw", "SQL Std"),
                                 ("capacitystatus", "AllocatedCapacityReservation"), ("marketoption", "CapacityBlock")):
            offer = self.offer()
            offer["products"][SKU]["attributes"][attribute] = value
            file = self.folder / "offer.json"
            file.write_text(json.dumps(offer))
            self.assertEqual([row["service"] for row in self.rows("aws-price-list", files=[file])], ["ebs.gp3"], attribute)
            del offer["products"][SKU]["attributes"]["marketoption"]

    def test_tiers_and_volumes(self):
        offer = self.offer()
        product = offer["products"]["SYNTHSKU00000002"]
        term = offer["terms"]["OnDemand"]["SYNTHSKU00000002"]["SYNTHSKU00000002.JRTCKXETXF"]["priceDimensions"]
        (first,) = term.values()
        term["b"] = {**first, "rateCode": "b", "beginRange": "50", "pricePerUnit": {"USD": "0.05"}}
        first["endRange"] = "50"
        file = self.folder / "offer.json"
        for usage, unit, item, ours in (("EBS:VolumeP-IOPS.gp3", "IOPS-Mo", "iops", "IOPS-month"),
                                        ("USE2-EBS:VolumeP-Throughput.gp3", "MiBps-Mo", "throughput", "MiB/s-month")):
            product["attributes"]["usagetype"] = usage
            for each in term.values():
                each["unit"] = unit
            file.write_text(json.dumps(offer))
            rows = self.rows("aws-price-list", "--item", item, files=[file])
            self.assertEqual([(row["service"], row["unit"], row["tier_from"], row["tier_to"]) for row in rows],
                             [("ebs.gp3", ours, "0", "50"), ("ebs.gp3", ours, "50", "")])


class Names(ImportCase):
    def quote_of(self, family, attributes, unit):
        """The cells of the one quote of a product that replaces the volume of the offer."""
        offer = self.offer()
        product = offer["products"]["SYNTHSKU00000002"]
        product["productFamily"] = family
        product["attributes"] = {"operation": "", "regionCode": "us-east-1", **attributes}
        for term in offer["terms"]["OnDemand"]["SYNTHSKU00000002"].values():
            for dimension in term["priceDimensions"].values():
                dimension["unit"] = unit
        del offer["products"][SKU]
        file = self.folder / "offer.json"
        file.write_text(json.dumps(offer))
        (row,) = self.rows("aws-price-list", files=[file])
        return [row[column] for column in ("region", "service", "item", "direction", "purchase", "unit")]

    def test_object_storage(self):
        for usage, family, unit, item, ours in (
                ("TimedStorage-ByteHrs", "Storage", "GB-Mo", "stored", "GB-month"),
                ("USE2-Requests-Tier1", "API Request", "Requests", "put", "requests"),
                ("EU-Requests-Tier2", "API Request", "Requests", "get", "requests")):
            self.assertEqual(self.quote_of(family, {"servicecode": "AmazonS3", "usagetype": usage}, unit),
                             ["us-east-1", "s3.standard", item, "", "", ours])

    def test_transfer_by_path_and_direction(self):
        for usage, places, named in (
                ("DataTransfer-Out-Bytes", {}, ["us-east-1", "transfer", "internet-out", "out"]),
                ("USE2-DataTransfer-In-Bytes", {}, ["us-east-1", "transfer", "internet-in", "in"]),
                ("DataTransfer-Regional-Bytes", {}, ["us-east-1", "transfer", "inter-az", "each"]),
                ("USE1-USW2-AWS-Out-Bytes", {"fromRegionCode": "us-east-1", "toRegionCode": "us-west-2"},
                 ["us-east-1", "transfer", "to-us-west-2", "out"]),
                ("USE1-USW2-AWS-In-Bytes", {"fromRegionCode": "us-west-2", "toRegionCode": "us-east-1"},
                 ["us-east-1", "transfer", "from-us-west-2", "in"])):
            attributes = {"servicecode": "AWSDataTransfer", "usagetype": usage, **places}
            self.assertEqual(self.quote_of("Data Transfer", attributes, "GB"), [*named, "", "GB"])

    def test_others_by_their_codes_with_a_warning_for_odd_units(self):
        attributes = {"servicecode": "AmazonFSx", "usagetype": "Lustre:Storage"}
        self.assertEqual(self.quote_of("Storage", attributes, "ACU-Hr"),
                         ["us-east-1", "amazonfsx", "Lustre:Storage", "", "", "ACU-Hr"])
        error = self.imported("aws-price-list", "--force", files=[self.folder / "offer.json"]).stderr
        self.assertIn("`ACU-Hr`", error)

    def reserved(self, change):
        offer = self.offer()
        term = offer["terms"]["Reserved"][SKU][f"{SKU}.HU7G6KETJZ"]
        change(term["termAttributes"], term["priceDimensions"])
        file = self.folder / "damaged.json"
        file.write_text(json.dumps(offer))
        return file

    def test_forms_of_reserved_terms(self):
        def all_upfront(attributes, dimensions):
            attributes.update(PurchaseOption="All Upfront", LeaseContractLength="3yr", OfferingClass="convertible")
            del dimensions[f"{SKU}.HU7G6KETJZ.6YS6EN2CT7"]

        def no_upfront(attributes, dimensions):
            attributes.update(PurchaseOption="No Upfront")
            del dimensions[f"{SKU}.HU7G6KETJZ.2TG2D8R56U"]

        def cells(change):
            row = self.rows("aws-price-list", files=[self.reserved(change)])[-1]
            return [row[column] for column in ("plan", "price", "upfront", "term_h", "unit")]

        self.assertEqual(cells(all_upfront),
                         ["reserved convertible 3yr All Upfront", "0", "40000", "26280", "instance-hour"])
        self.assertEqual(cells(no_upfront), ["reserved standard 1yr No Upfront", "4", "", "8760", "instance-hour"])

    def test_a_reserved_term_that_lacks_a_part(self):
        def refused(change, words):
            self.refused("aws-price-list", self.reserved(change).read_text(), f"{SKU}.HU7G6KETJZ", words)

        refused(lambda _, dimensions: dimensions.pop(f"{SKU}.HU7G6KETJZ.2TG2D8R56U"), "without its fee up front")
        refused(lambda _, dimensions: dimensions.pop(f"{SKU}.HU7G6KETJZ.6YS6EN2CT7"), "without an hourly price")
        refused(lambda attributes, _: attributes.update(LeaseContractLength="2yr"), "no length of a reserved term")

    def test_reserved_rows_of_a_csv_are_one_quote(self):
        text = (DATA / "price_list_offer.csv").read_text()
        row = text.splitlines()[-1].replace('"OnDemand"', '"Reserved"').replace("JRTCKXETXF", "HU7G6KETJZ").replace(
            '"","",""', '"1yr","Partial Upfront","standard"')
        fee = row.replace('"Hrs"', '"Quantity"').replace('"12.3400000000"', '"40000"').replace('"0","Inf"', '"",""')
        file = self.folder / "offer.csv"
        file.write_text(text + fee + "\n" + row.replace('"12.3400000000"', '"4.0000000000"') + "\n")
        rows = self.rows("aws-price-list", files=[file])
        self.assertEqual([[row[column] for column in ("purchase", "plan", "price", "upfront", "term_h")] for row in rows],
                         [["on-demand", "", "12.34", "", ""],
                          ["commitment", "reserved standard 1yr Partial Upfront", "4", "40000", "8760"]])


class Pages(ImportCase):
    def test_pages_are_put_in_order_once(self):
        page = json.loads((DATA / "spot_price_history.json").read_text())
        first, second = self.folder / "1.json", self.folder / "2.json"
        first.write_text(json.dumps({"SpotPriceHistory": page["SpotPriceHistory"][:2], "NextToken": "more"}))
        second.write_text(json.dumps({"SpotPriceHistory": page["SpotPriceHistory"][1:]}))
        rows = self.rows("aws-spot-history", files=[first, second])
        self.assertEqual([float(row["price"]) for row in rows], [4.95, 4.87, 5.1])


class Large(ImportCase):
    def test_300_mb_need_little_memory(self):
        offer = self.offer()
        file = self.folder / "large.json"
        product, attributes = offer["products"][SKU], offer["products"][SKU]["attributes"]
        product["attributes"] = {**attributes, "operatingSystem": "Windows", "padding": "x" * 700}
        term = {"K": {**offer["terms"]["OnDemand"][SKU][f"{SKU}.JRTCKXETXF"], "padding": "y" * 300}}
        filler, terms = json.dumps(product), json.dumps(term)
        before_sku, after_sku = filler.split(SKU, 1)
        count = 300_000_000 // (len(filler) + len(terms) + 40) + 1
        with file.open("w") as out:
            out.write('{"publicationDate": "2026-11-01T00:00:00Z", "products": {')
            out.writelines(f'"P{i:015}": {before_sku}P{i:015}{after_sku},\n' for i in range(count))
            out.write(f'"{SKU}": {json.dumps({**product, "attributes": attributes})}}}, "terms": {{"OnDemand": {{')
            out.writelines(f'"P{i:015}": {terms},\n' for i in range(count))
            out.write(f'"{SKU}": {json.dumps(offer["terms"]["OnDemand"][SKU])}}}}}}}')
        self.assertGreater(file.stat().st_size, 300_000_000)
        self.check_import(file)

    def test_300_mb_of_csv_too(self):
        text = (DATA / "price_list_offer.csv").read_text().splitlines(keepends=True)
        other = text[-1].replace('"Linux"', '"Windows"').replace("SYNTHETIC", "SYNTHETIC " + "x" * 400)
        before, between, after = other.split("SYNTHSKU00000001")
        file = self.folder / "large.csv"
        with file.open("w") as out:
            out.writelines(text[:-1])
            out.writelines(f"{before}P{i:015}{between}P{i:015}{after}" for i in range(300_000_000 // len(other) + 1))
            out.write(text[-1])
        self.check_import(file)

    def check_import(self, file):
        """On a terminal, where progress is shown all the time; some 100 MB a second."""
        self.assertGreater(file.stat().st_size, 300_000_000)
        reader, writer = pty.openpty()
        command = [COMMAND, "import", "quotes", "aws-price-list", file, "-o", self.out]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=writer) as running:
            os.close(writer)
            shown = b""
            try:
                while block := os.read(reader, 65536):
                    shown += block
            except OSError:  # the other end is closed
                pass
            out = running.stdout.read()
        os.close(reader)
        self.assertEqual(running.returncode, 0)
        self.assertIn(b"wrote 1 quote", out)
        shares = [int(share) for share in re.findall(rb"(\d+) %  read  \d+\S* MB/s", shown)]
        self.assertGreater(len(shares), 3)
        self.assertEqual(shares, sorted(shares))
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 200_000)  # KiB


class RoundTrip(ImportCase):
    def test_a_scenario_with_imported_quotes_passes(self):
        quotes = self.folder / "job/quotes.csv"
        offer = self.offer()
        offer["products"][SKU]["attributes"]["instanceType"] = "p5.48xlarge"
        file = self.folder / "offer.json"
        file.write_text(json.dumps(offer))
        self.trialcost("import", "quotes", "aws-price-list", file, "-o", quotes, "--force", "--verified-on", "2026-11-30")
        done = self.trialcost("check", self.scenario)
        self.assertIn("12.34", done.stdout)

    def test_each_way_of_buying(self):
        """Prices of imported rows, by hand: 4.95 to 5.1 on spot, 40000 up front for a year, 1920 / (48 x 4) = 10."""
        for name, form in (("price_list_offer.json", "aws-price-list"), ("savings_plan_offer.json", "aws-savings-plan"),
                           ("spot_price_history.json", "aws-spot-history"),
                           ("capacity_block_offerings.json", "aws-capacity-blocks")):
            self.trialcost("import", "quotes", form, DATA / name, "-o", self.folder / f"{form}.csv",
                           "--verified-on", "2026-11-04")
        (self.folder / "records.csv").write_text(
            "run_id,instance,billed_s,output_units,quality_passed,failures\n"
            + "".join(f"r{i},x9.48xlarge,{3600 + i},1,true,0\n" for i in range(5)))
        head = ('format = 1\ntitle = "t"\ncurrency = "USD"\nas_of = 2026-11-10\n[workload]\nname = "w"\n'
                '[budget]\ntotal = "1 USD"\n[quotes]\nfiles = ["aws-price-list.csv", "aws-savings-plan.csv", '
                '"aws-spot-history.csv", "aws-capacity-blocks.csv"]\n')
        options = {
            "spot": 'region = "us-east-1"\nzone = "us-east-1a"\npurchase = "spot"\n',
            "plan": 'region = "us-east-1"\npurchase = "commitment"\n'
                    'commitment = { plan = "Compute Savings Plan 1yr No Upfront", span = "1 week" }\n',
            "reserved": 'region = "us-east-1"\npurchase = "commitment"\n'
                        'commitment = { plan = "reserved standard 1yr Partial Upfront", span = "1 week" }\n',
            "block": 'region = "us-east-2"\nzone = "us-east-2a"\npurchase = "capacity-block"\n'}
        self.scenario = self.folder / "s.toml"
        self.scenario.write_text(head + "".join(
            f'[option.{name}]\ninstance = "x9.48xlarge"\ntrials = ["records.csv"]\n{keys}'
            for name, keys in options.items()))
        done = self.trialcost("check", self.scenario)
        self.assertNotIn("is not one trialcost knows", done.stderr)
        words = " ".join(done.stdout.split())
        for price in ("4.95 to 5.1 USD/instance-hour", "9.25 USD/instance-hour", "4 USD/instance-hour", "1920 USD/block"):
            self.assertIn(price, words)
        self.assertEqual(words.count("price yes every price is quoted and fresh"), 4)


main()
