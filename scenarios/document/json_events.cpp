#include "scenarios/document/json_events.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>

#include "scenarios/document/utf8.hpp"
#include "sim/digest/sha256.hpp"

namespace trialcost {
namespace {

constexpr std::size_t deepest = 64;
constexpr std::uint64_t longest_token = std::uint64_t{1} << 20;

struct TooDeep {};
struct TooLong {};

// Hands the file out byte by byte, and knows in which line it is.
class JsonSource {
  public:
    explicit JsonSource(InputFile& file) : file_(file) { refill(); }

    // Only where there is one.
    char current() const { return *at_; }
    void advance() { ++at_; }
    bool at_end() {
        if (at_ == end_ && !ended_) refill();
        return at_ == end_;
    }

    // An event has come; what is read until the next one belongs to that.
    void mark() { mark_ = read_ - static_cast<std::uint64_t>(end_ - at_); }

    // Of the byte that was read last.
    Position position() {
        count_lines(at_ == block_.data() ? at_ : at_ - 1);
        return {file_.name(), line_, column_};
    }
    bool starts_like_utf16() const {
        const std::string_view start(block_.data(), static_cast<std::size_t>(end_ - block_.data()));
        return start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF");
    }
    bool is_empty() const { return read_ == 0; }
    bool has_ended() const { return ended_; }
    std::string sha256() { return hexadecimal(digest_.finish()); }

  private:
    void refill() {
        if (read_ - mark_ > longest_token) throw TooLong{};
        if (read_ > 0) count_lines(end_);
        const std::size_t got = file_.read(block_);
        digest_.add(std::as_bytes(std::span(block_).first(got)));
        read_ += got;
        ended_ = got == 0;
        at_ = counted_ = block_.data();
        end_ = at_ + got;
    }

    // Up to, and without, `to`.
    void count_lines(const char* to) {
        for (; counted_ < to; ++counted_) {
            if (*counted_ == '\n') {
                ++line_;
                column_ = 1;
            } else if ((static_cast<unsigned char>(*counted_) & 0xC0) != 0x80) {
                ++column_;
            }
        }
    }

    InputFile& file_;
    Sha256 digest_;
    std::array<char, 1 << 16> block_{};
    const char* at_ = block_.data();
    const char* end_ = block_.data();
    const char* counted_ = block_.data();
    std::uint64_t read_ = 0, mark_ = 0;
    int line_ = 1, column_ = 1;
    bool ended_ = false;
};

class SourceIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    explicit SourceIterator(JsonSource* source = nullptr) : source_(source) {}
    char operator*() const { return source_->current(); }
    SourceIterator& operator++() {
        source_->advance();
        return *this;
    }
    // Compared with the end only.
    bool operator==(const SourceIterator&) const { return source_->at_end(); }
    bool operator!=(const SourceIterator&) const { return !source_->at_end(); }

  private:
    JsonSource* source_;
};

// What the parser of the library tells, as events with their keys.
class Teller {
  public:
    Teller(JsonListener& listener, std::function<Position()> position, std::function<void()> mark)
        : listener_(listener), position_(std::move(position)), mark_(std::move(mark)) {}

    const std::string& fault() const { return fault_; }  // empty: there was none

    bool null() { return tell(JsonKind::null, ""); }
    bool boolean(bool value) { return tell(JsonKind::boolean, value ? "true" : "false"); }
    bool number_integer(std::int64_t value) {
        return tell(JsonKind::number, std::to_string(value));
    }
    bool number_unsigned(std::uint64_t value) {
        return tell(JsonKind::number, std::to_string(value));
    }
    bool number_float(double, const std::string& text) { return tell(JsonKind::number, text); }
    bool string(const std::string& text) { return tell(JsonKind::text, text); }
    bool binary(const std::vector<std::uint8_t>&) { return false; }  // not in texts
    bool start_object(std::size_t) { return open(JsonKind::object); }
    bool start_array(std::size_t) { return open(JsonKind::array); }
    bool end_object() { return close(JsonKind::object); }
    bool end_array() { return close(JsonKind::array); }
    bool key(const std::string& name) {
        mark_();
        keys_.back() = name;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) {
        fault_ = error.what();
        return false;
    }

  private:
    bool tell(JsonKind kind, std::string_view text) {
        mark_();
        listener_.value({keys_, position_}, kind, text);
        return true;
    }
    bool open(JsonKind kind) {
        mark_();
        listener_.opens({keys_, position_}, kind);
        if (keys_.size() == deepest) throw TooDeep{};
        keys_.emplace_back(kind == JsonKind::array ? json_element : "");
        return true;
    }
    bool close(JsonKind kind) {
        mark_();
        keys_.pop_back();
        listener_.closes({keys_, position_}, kind);
        return true;
    }

    JsonListener& listener_;
    std::function<Position()> position_;
    std::function<void()> mark_;
    std::vector<std::string> keys_;
    std::string fault_;
};

// "[…] parse error at line 1, column 2: syntax error while parsing value - unexpected '}'; expected
// …" -> "unexpected '}'; expected …"
std::string reason_in(const std::string& fault) {
    constexpr std::size_t longest = 160;
    const std::size_t dash = fault.find(" - ");
    std::string reason = dash == std::string::npos ? fault : fault.substr(dash + 3);
    if (reason.size() > longest) reason = reason.substr(0, longest) + "…";
    return reason;
}

void complain(const std::string& fault, JsonSource& source, Complaints& complaints) {
    const Position where = source.position();
    const auto says = [&](std::string_view words) {
        return fault.find(words) != std::string::npos;
    };
    if (source.is_empty())
        complaints.error({where.file, 0, 0}, {}, "the file is empty", {}, "fetch it again");
    else if (says("ill-formed UTF-8"))
        complaints.error(where, {}, "not UTF-8", {}, "save as UTF-8");
    else if (source.has_ended())
        complaints.error(where, {}, "the file ends in the middle", "it is cut off, or no JSON",
                         "fetch it again");
    else
        complaints.error(where, {}, "is not JSON", reason_in(fault), "fetch the file again");
}

class FlatObject : public JsonListener {
  public:
    void opens(const JsonPlace& place, JsonKind kind) override {
        is_flat_ = is_flat_ && place.keys.empty() && kind == JsonKind::object;
    }
    void closes(const JsonPlace&, JsonKind) override {}
    void value(const JsonPlace& place, JsonKind, std::string_view text) override {
        is_flat_ = is_flat_ && place.keys.size() == 1;
        if (is_flat_) members.emplace_back(place.keys[0], text);
    }
    bool is_flat() const { return is_flat_; }

    std::vector<std::pair<std::string, std::string>> members;

  private:
    bool is_flat_ = true;
};

}  // namespace

std::string_view name_of(JsonKind kind) {
    constexpr std::array<std::string_view, 6> names{
        "an object", "a list", "a text in quotes", "a number", "true or false", "null"};
    return names[static_cast<std::size_t>(kind)];
}

std::optional<std::string> read_json(InputFile& file, JsonListener& listener,
                                     Complaints& complaints) {
    JsonSource source(file);
    if (source.starts_like_utf16()) {
        complaints.error({file.name(), 1, 1}, {}, "not UTF-8", "it starts like UTF-16",
                         "save as UTF-8");
        return std::nullopt;
    }
    Teller teller(
        listener, [&source] { return source.position(); }, [&source] { source.mark(); });
    try {
        if (nlohmann::json::sax_parse(SourceIterator(&source), SourceIterator(), &teller))
            return source.sha256();
        complain(teller.fault(), source, complaints);
    } catch (const TooDeep&) {
        complaints.error(
            source.position(), {},
            "more than " + std::to_string(deepest) + " objects and lists in each other", {},
            "is it the right file?");
    } catch (const TooLong&) {
        complaints.error(source.position(), {}, "a text or a gap is longer than 1 MiB", {},
                         "is it the right file?");
    }
    return std::nullopt;
}

std::optional<std::vector<std::pair<std::string, std::string>>> flat_json(std::string_view text) {
    FlatObject object;
    Teller teller(
        object, [] { return Position{}; }, [] {});
    try {
        const bool is_json = nlohmann::json::sax_parse(text.begin(), text.end(), &teller);
        if (!is_json || !object.is_flat()) return std::nullopt;
    } catch (const TooDeep&) {
        return std::nullopt;
    }
    return std::move(object.members);
}

}  // namespace trialcost
