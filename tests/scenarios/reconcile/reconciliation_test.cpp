#include "scenarios/reconcile/reconciliation.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "scenarios/bills/bill_cells.hpp"
#include "scenarios/bills/bill_file.hpp"
#include "tests/catch_compat.hpp"
#include "tests/scenarios/reconcile/example_prediction.hpp"
#include "tests/scenarios/records/complaint_lines.hpp"
#include "tests/sim/results/scratch_folder.hpp"

using namespace trialcost;

namespace {

const JobLink by_tag{{{"job", "run-7"}}, std::nullopt, std::nullopt, std::nullopt};

JobLink by_time(const char* from, const char* to) {
    return {{}, bill_moment(from), bill_moment(to), std::nullopt};
}

std::string bill_text(const std::string& name) {
    std::ifstream file(std::string(TRIALCOST_SOURCE_DIR) + "/tests/scenarios/bills/data/" + name);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

Reconciliation reconciled(const std::string& text, const JobLink& link,
                          std::vector<ItemText> texts = {},
                          const std::string& expected_complaints = "") {
    Complaints complaints;
    Reconciler reconciler(example_prediction(), link, std::move(texts), complaints);
    const ScratchFolder folder;
    put_text(folder / "b.csv", text);
    InputFile file(folder / "b.csv");
    read_bill(file, complaints, [&](const BillRow& row) { reconciler.take(row); });
    CHECK(complaint_lines(complaints) == expected_complaints);
    return reconciler.finish(CostView::billed);
}

void check(const ChargeSum& sum, std::size_t rows, double billed, double effective) {
    CHECK(sum.rows == rows);
    CHECK(sum.of(CostView::billed).value() == Approx(billed).epsilon(1e-12));
    CHECK(sum.of(CostView::effective).value() == Approx(effective).epsilon(1e-12));
}

const ApartGroup& apart(const Reconciliation& found, ChargeKind kind) {
    for (const ApartGroup& group : found.apart)
        if (group.kind == kind) return group;
    FAIL("there is none");
    throw std::logic_error("");
}

}  // namespace

TEST_CASE("a FOCUS bill by tag: billed and effective, correction and fee apart") {
    const Reconciliation found = reconciled(bill_text("focus_1_2.csv"), by_tag);
    CHECK(found.rows == 4);
    check(found.items[0].sum, 2, 9.255, 9.255 + 9.25);
    CHECK(found.items[0].sum.of(CostView::contracted).value() == Approx(21.595));
    CHECK(found.items[0].quantities.at("Hours") == 1.75);  // not the 6300 seconds metered
    CHECK(found.items[1].sum.rows == 0);
    check(found.total.sum, 2, 9.255, 18.505);
    check(found.covered, 1, 0, 9.25);
    CHECK(found.begins == bill_moment("2026-11-03T10:00:00Z"));
    CHECK(found.ends == bill_moment("2026-11-03T12:00:00Z"));
    CHECK(found.unmatched.empty());
    CHECK(found.others.empty());
    CHECK_FALSE(found.all_items_billed());

    REQUIRE(found.apart.size() == 2);
    const ApartGroup& fee = apart(found, ChargeKind::purchase);
    check(fee.charges.sum, 1, 9.25, 0);
    CHECK(fee.belongs == Belongs::no);
    CHECK_FALSE(fee.is_outside);
    // Without tags, of last month: the resource says that it is the job's.
    const ApartGroup& correction = apart(found, ChargeKind::correction);
    check(correction.charges.sum, 1, -1.234, -1.234);
    CHECK(correction.belongs == Belongs::by_resource);
    CHECK(correction.is_outside);
}

TEST_CASE("a CUR 2.0 bill by tag: covered usage is billed once, at nothing") {
    const Reconciliation found = reconciled(bill_text("cur2.csv"), by_tag);
    check(found.items[0].sum, 2, 9.255, 18.505);
    CHECK(found.items[0].sum.of(CostView::list).value() == Approx(21.595));
    CHECK(found.items[0].quantities.at("Hrs") == 1.75);
    const ApartGroup& negation = apart(found, ChargeKind::negation);
    check(negation.charges.sum, 1, 0, 0);
    CHECK(negation.charges.sum.cancelled == -12.34);
    CHECK(negation.belongs == Belongs::no);
    CHECK_FALSE(negation.is_outside);
    // The volume has no tags.
    REQUIRE(found.others.size() == 1);
    CHECK(found.others[0].why == "without tag job");
    CHECK(found.others[0].usage == "EBS:VolumeUsage.gp3");
    CHECK(found.others[0].first.line == 5);
    CHECK(found.others[0].sum.of(CostView::billed).value() == 0.0684246575);
}

TEST_CASE("by time and instance type, what fits an item is of the job") {
    const Reconciliation both =
        reconciled(bill_text("cur2.csv"), by_time("2026-11-03T10:00:00Z", "2026-11-03T12:00:00Z"));
    check(both.items[0].sum, 2, 9.255, 18.505);
    check(both.items[1].sum, 1, 0.0684246575, 0.0684246575);
    check(both.total.sum, 3, 9.255 + 0.0684246575, 18.505 + 0.0684246575);
    CHECK(both.beyond.rows == 0);

    // Half of the first hour: its charges count whole, and that is said.
    const Reconciliation half =
        reconciled(bill_text("cur2.csv"), by_time("2026-11-03T10:30:00Z", "2026-11-03T11:00:00Z"));
    check(half.items[0].sum, 1, 9.255, 9.255);
    CHECK(half.beyond.rows == 2);
    REQUIRE(half.others.size() == 1);
    CHECK(half.others[0].why == "at another time");

    // What ends as the job begins is not its own.
    const Reconciliation late =
        reconciled(bill_text("cur2.csv"), by_time("2026-11-03T11:00:00Z", "2026-11-03T12:00:00Z"));
    check(late.total.sum, 1, 0, 9.25);
    CHECK(late.others.size() == 2);

    JobLink other = by_time("2026-11-03T10:00:00Z", "2026-11-03T12:00:00Z");
    other.instance_type = "p5.48xlarge";
    const Reconciliation none = reconciled(bill_text("cur2.csv"), other);
    CHECK(none.items[0].sum.rows == 0);
    CHECK(none.others.at(0).why == "instances of another type");
}

TEST_CASE("what is tagged and of no item is left over; texts assign it") {
    std::string text = bill_text("cur2.csv");
    text.replace(text.find("x9.48xlarge"), 11, "m5.large");
    const Reconciliation found = reconciled(text, by_tag);
    check(found.items[0].sum, 1, 0, 9.25);
    REQUIRE(found.unmatched.size() == 1);
    CHECK(found.unmatched[0].usage == "BoxUsage:m5.large");
    CHECK(found.unmatched[0].why == "instances of another type");
    check(found.unmatched[0].sum, 1, 9.255, 9.255);
    const Reconciliation mapped = reconciled(text, by_tag, {{"review", "m5.large"}});
    check(mapped.items[2].sum, 1, 9.255, 9.255);
    CHECK(mapped.unmatched.empty());
}

TEST_CASE("a fee that was paid for the job is the user's to say") {
    const Reconciliation found = reconciled(bill_text("focus_1_2.csv"),
                                            by_time("2026-11-03T10:00:00Z", "2026-11-03T12:00:00Z"),
                                            {{"instances", "plan fee"}});
    check(found.items[0].sum, 3, 18.505, 18.505);
    CHECK(found.apart.size() == 1);
}

TEST_CASE("unknown costs are counted, never as 0") {
    std::string text = bill_text("focus_1_2.csv");
    const std::string cells = ",,2700,Seconds,9.255,12.34,9.255,";
    text.replace(text.find(cells), cells.size(), ",,2700,Seconds,9.255,12.34,,");
    const Reconciliation found = reconciled(text, by_tag);
    CHECK(found.items[0].sum.unknown_rows(CostView::effective) == 1);
    CHECK(found.items[0].sum.of(CostView::effective).value() == 9.25);
    CHECK(found.items[0].sum.unknown_rows(CostView::billed) == 0);
    ChargeSum nothing_known;
    nothing_known.add(BillRow{});
    CHECK_FALSE(nothing_known.of(CostView::billed));
}

TEST_CASE("a charge in another currency is an error, once for each file and currency") {
    std::string text = bill_text("focus_1_2.csv");
    for (std::size_t at = 0; (at = text.find(",USD,", at)) != std::string::npos;)
        text.replace(at, 5, ",EUR,");
    reconciled(text, by_tag, {},
               "2:0 currency: is charged in EUR (the result is in USD); convert one of them, at a "
               "rate that "
               "you trust\n");
}

TEST_CASE("without a link there is nothing to compare") {
    Complaints complaints;
    const auto made = [&](JobLink link) {
        return Reconciler(example_prediction(), std::move(link), {}, complaints);
    };
    CHECK_THROWS_AS(made({}), std::invalid_argument);
    CHECK_THROWS_AS(made(by_time("2026-11-03T10:00:00Z", "2026-11-03T10:00:00Z")),
                    std::invalid_argument);
}
