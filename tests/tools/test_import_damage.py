"""`import quotes` of damaged files: a complaint that says where, and nothing written."""

import json

from command_case import main
from import_case import DATA, SKU, ImportCase


class Damage(ImportCase):
    def test_other_currency(self):
        for form, name, old, new in (
                ("aws-price-list", "price_list_offer.json", '"USD"', '"CNY"'),
                ("aws-price-list", "price_list_offer.csv", '"USD"', '"CNY"'),
                ("aws-savings-plan", "savings_plan_offer.json", '"USD"', '"CNY"'),
                ("aws-capacity-blocks", "capacity_block_offerings.json", '"USD"', '"CNY"'),
                ("aws-spot-history", "spot_price_history.json", '"us-east-1', '"cn-north-1')):
            text = (DATA / name).read_text().replace(old, new)
            self.refused(form, text, "has no price in USD", "currencies CNY")
            rows = self.rows(form, "--currency", "CNY", files=[self.folder / "damaged.json"])
            self.assertEqual({row["currency"] for row in rows}, {"CNY"})
            self.out.unlink()

    def test_a_byte_order_mark_is_passed_over(self):
        for form, name in (("aws-price-list", "price_list_offer.json"), ("aws-price-list", "price_list_offer.csv")):
            file = self.folder / name
            file.write_bytes(b"\xef\xbb\xbf" + (DATA / name).read_bytes())
            self.assertEqual(self.rows(form, files=[file])[0]["price"], "12.34")
            self.out.unlink()
            self.refused(form, (DATA / name).read_text().encode("utf-16"), "not UTF-8")

    def test_an_instance_that_does_not_say_what_it_is(self):
        for attribute in ("instanceType", "operatingSystem", "tenancy", "preInstalledSw", "capacitystatus", "regionCode"):
            offer = self.offer()
            del offer["products"][SKU]["attributes"][attribute]
            self.refused("aws-price-list", json.dumps(offer, indent=1), SKU, attribute.lower(), "is missing")
        for member in ("productFamily", "attributes", "sku"):
            offer = self.offer()
            del offer["products"][SKU][member]
            self.refused("aws-price-list", json.dumps(offer, indent=1), f"{SKU}.{member}", "is missing")
        for member, words in (("publicationDate", "publicationDate: is missing"), ("terms", "aws-price-list")):
            offer = self.offer()
            del offer[member]
            self.refused("aws-price-list", json.dumps(offer), words)

    def test_a_block_whose_ends_and_hours_disagree(self):
        text = (DATA / "capacity_block_offerings.json").read_text()
        self.refused("aws-capacity-blocks", text.replace("2880", "2820"), "damaged.json:5", "2820 min, and 2880 min")

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
        self.refused("aws-price-list", text[:text.rindex("us-east-1")], "damaged.json:7", "never closed")
        self.refused("aws-price-list", text.replace(',"Used"', ""), "damaged.json:7", "25 cells")
        self.refused("aws-price-list", text.encode().replace(b"Virginia", b"Virgini\xe9"), "damaged.json:7", "0xE9")
        self.refused("aws-price-list", text.replace('"Publication Date","2026-11-01T00:00:00Z"\n', ""), "Publication Date")
        self.refused("aws-price-list", text.replace("2026-11-01T00:00:00Z", "November", 1), "damaged.json:3", "November")

    def test_what_cannot_be_read_or_is_there(self):
        self.imported("aws-spot-history", files=[self.folder / "absent.json"], code=66)
        self.imported("aws-spot-history", files=[self.folder], code=66)
        self.out.write_text("mine")
        self.imported("aws-spot-history", files=[DATA / "spot_price_history.json"], code=73)
        self.assertEqual(self.out.read_text(), "mine")
        self.trialcost("import", "quotes", "aws-spots", "a.json", "-o", self.out, code=2)


main()
