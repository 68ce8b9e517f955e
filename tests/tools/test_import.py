"""`import quotes`: price files of a provider become rows of quotes, or complaints and nothing written."""

import csv
import json
import resource
from decimal import Decimal

from command_case import PROJECT, CommandCase, main

DATA = PROJECT / "tests/scenarios/import/data"
NUMBERS = ("price", "upfront", "term_h")
SKU = "SYNTHSKU00000001"
INSTANCE = {"provider": "aws", "service": "ec2", "item": "x9.48xlarge", "currency": "USD"}
BY_SECOND = {"granularity_s": "1", "minimum_s": "60", "unit": "instance-hour"}


class ImportCase(CommandCase):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "quotes.csv"

    def imported(self, form, *arguments, files=(), code=0):
        return self.trialcost("import", "quotes", form, *files, "-o", self.out, *arguments, code=code)

    def rows(self, form, *arguments, files):
        self.imported(form, *arguments, "--force", files=files)
        with self.out.open(newline="") as file:
            return list(csv.DictReader(line for line in file if not line.startswith("#")))

    def check_rows(self, found, *expected):
        """Cells that are not named must be blank; a source may say more than is expected."""
        self.assertEqual(len(found), len(expected))
        for row, wanted in zip(found, expected):
            filled, wanted = {column: cell for column, cell in row.items() if cell}, dict(wanted)
            for words in wanted.pop("source").split(", "):
                self.assertIn(words, filled["source"])
            filled.pop("source")
            for cells in filled, wanted:
                cells.update({column: Decimal(cells[column]) for column in NUMBERS if column in cells})
            self.assertEqual(filled, wanted)

    def refused(self, form, text, *says, **options):
        """The text of a file is refused with all of these words, and nothing is written."""
        file = self.folder / "damaged.json"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        error = self.imported(form, files=[file], code=65, **options).stderr
        for words in says:
            self.assertIn(words, error)
        self.assertIn("damaged.json", error)
        self.assertFalse(self.out.exists())

    def offer(self):
        return json.loads((DATA / "price_list_offer.json").read_text())


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


class Filters(ImportCase):
    def test_region_item_and_date(self):
        files = [DATA / "price_list_offer.json"]
        rows = self.rows("aws-price-list", "--item", "x9.48xlarge", "--region", "us-east-1", files=files)
        self.assertEqual({row["item"] for row in rows}, {"x9.48xlarge"})
        rows = self.rows("aws-price-list", "--verified-on", "2026-11-20", files=files)
        self.assertEqual({row["verified_on"] for row in rows}, {"2026-11-20"})

    def test_nothing_left_says_how_many_each_filter_took(self):
        for arguments, words in ((("--region", "eu-west-1"), "2 by region"), (("--item", "y1"), "2 by item"),
                                 (("--currency", "CNY"), "4 by currency")):
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


class Damage(ImportCase):
    def test_broken_off_and_not_text(self):
        for form, name in (("aws-price-list", "price_list_offer.json"), ("aws-savings-plan", "savings_plan_offer.json"),
                           ("aws-spot-history", "spot_price_history.json"),
                           ("aws-capacity-blocks", "capacity_block_offerings.json")):
            text = (DATA / name).read_bytes()
            self.refused(form, text[:-30], "damaged.json:")
            self.refused(form, text.replace(b"SYNTH", b"S\xff", 1).replace(b"x9.48", b"\xff", 1), "not UTF-8")
            self.refused(form, text.replace(b"{", b"{\n\n" + b'"x":' + b"[" * 100, 1), "damaged.json:3")
            self.refused(form, b"", "damaged.json")
            self.refused(form, b"{}", "damaged.json")
            self.refused(form, b"[]", "damaged.json")
            self.refused(form, b"\x00\x01\x02", "damaged.json")

    def test_missing_and_wrong_fields(self):
        def damages(form, name, *fields):
            text = (DATA / name).read_text()
            for field in fields:
                line = next(i for i, each in enumerate(text.splitlines(), 1) if f'"{field}"' in each)
                self.refused(form, text.replace(f'"{field}"', '"other"', 1), "damaged.json:", field)
                start = text.index(f'"{field}":') + len(field) + 3
                rest = text[start:].lstrip()
                end = rest.index(rest[0] if rest[0] == '"' else ",", 1) + (rest[0] == '"')
                self.refused(form, text[:start] + " [1]" + rest[end:], f"damaged.json:{line}", field)

        damages("aws-spot-history", "spot_price_history.json", "AvailabilityZone", "InstanceType", "ProductDescription",
                "SpotPrice", "Timestamp")
        damages("aws-capacity-blocks", "capacity_block_offerings.json", "CapacityBlockOfferingId", "InstanceType",
                "AvailabilityZone", "InstanceCount", "StartDate", "CapacityBlockDurationMinutes", "UpfrontFee", "CurrencyCode")
        damages("aws-savings-plan", "savings_plan_offer.json", "discountedUsageType", "rateCode", "unit", "price", "currency")
        damages("aws-price-list", "price_list_offer.json", "servicecode", "usagetype", "rateCode", "unit",
                "LeaseContractLength")

    def test_prices_that_are_none(self):
        text = (DATA / "spot_price_history.json").read_text()
        for price in ('"-5.1"', '"5,1"', '"nan"', '""', "5.1", "null"):
            self.refused("aws-spot-history", text.replace('"5.100000"', price), "damaged.json:3", "SpotPrice")

    def test_index_and_other_formats(self):
        index = (DATA / "price_list_index.json").read_text()
        self.refused("aws-price-list", index, "index", "currentVersionUrl")
        self.refused("aws-price-list", (DATA / "savings_plan_offer.json").read_text(), "damaged.json")
        self.refused("aws-savings-plan", (DATA / "price_list_offer.json").read_text(), "damaged.json")
        self.refused("aws-spot-history", (DATA / "capacity_block_offerings.json").read_text(), "aws-capacity-blocks")

    def test_csv(self):
        text = (DATA / "price_list_offer.csv").read_text()
        self.refused("aws-price-list", text.replace('"PricePerUnit"', '"Price"'), "damaged.json:6", "PricePerUnit")
        self.refused("aws-price-list", text.replace('"12.3400000000"', '"twelve"'), "damaged.json:7", "twelve")
        self.refused("aws-price-list", text.replace('"us-east-1"', ""), "damaged.json")
        self.refused("aws-price-list", "\n".join(text.splitlines()[:6]) + "\n", "damaged.json")
        self.refused("aws-price-list", "a,b\n1,2\n", "damaged.json")

    def test_what_cannot_be_read_or_is_there(self):
        self.imported("aws-spot-history", files=[self.folder / "absent.json"], code=66)
        self.imported("aws-spot-history", files=[self.folder], code=66)
        self.out.write_text("mine")
        self.imported("aws-spot-history", files=[DATA / "spot_price_history.json"], code=73)
        self.assertEqual(self.out.read_text(), "mine")
        self.trialcost("import", "quotes", "aws-spots", "a.json", "-o", self.out, code=2)


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
        done = self.imported("aws-price-list", "--progress=plain", files=[file])
        peak_kib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        self.assertLess(peak_kib, 200_000)
        self.assertIn("1 quote", done.stdout)


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


main()
