#include "scenarios/import/json_records.hpp"

#include <algorithm>

namespace trialcost {
namespace {

bool matches(const std::vector<std::string_view>& pattern, const std::vector<std::string>& keys) {
    return pattern.size() == keys.size() &&
           std::equal(pattern.begin(), pattern.end(), keys.begin(),
                      [](std::string_view want, std::string_view key) {
                          return want == "*" ? key != json_element : want == key;
                      });
}

std::string joined(const std::vector<std::string>& keys, std::size_t from, std::string_view mark) {
    std::string text;
    for (std::size_t i = from; i < keys.size(); ++i) {
        if (i > from && keys[i] != json_element) text += mark;
        text += keys[i];
    }
    return text;
}

}  // namespace

const JsonField* JsonRecord::find(std::string_view path) const {
    const auto at = std::find_if(fields.begin(), fields.end(),
                                 [path](const JsonField& field) { return field.path == path; });
    return at == fields.end() ? nullptr : &*at;
}

std::string JsonRecord::path() const {
    return joined(keys, 0, ".");
}

void JsonRecords::on(std::vector<std::string_view> pattern, Take take, Wanted wanted) {
    patterns_.push_back({std::move(pattern), std::move(take), std::move(wanted)});
}

void JsonRecords::opens(const JsonPlace& place, JsonKind kind) {
    if (skipped_ > 0) return;
    if (kind == JsonKind::object) {
        for (const Pattern& pattern : patterns_) {
            if (!matches(pattern.keys, place.keys)) continue;
            if (pattern.wanted && !pattern.wanted(place.keys)) {
                skipped_ = place.keys.size();
                return;
            }
            open_.push_back({&pattern, {place.position(), place.keys, {}}});
            open_.back().record.where.column = 0;
            return;
        }
    }
    if (place.keys.empty()) root_.fields.push_back({"", kind, "", 0});
    add(place, kind, {});
}

void JsonRecords::closes(const JsonPlace& place, JsonKind kind) {
    if (skipped_ > 0) {
        if (place.keys.size() == skipped_) skipped_ = 0;
        return;
    }
    if (kind != JsonKind::object || open_.empty() || open_.back().record.keys != place.keys) return;
    const Open done = std::move(open_.back());
    open_.pop_back();
    done.pattern->take(done.record);
}

void JsonRecords::value(const JsonPlace& place, JsonKind kind, std::string_view text) {
    if (skipped_ == 0) add(place, kind, text);
}

void JsonRecords::add(const JsonPlace& place, JsonKind kind, std::string_view text) {
    if (open_.empty()) {
        if (place.keys.size() != 1) return;
        root_.where.file = place.position().file;
        root_.fields.push_back({place.keys[0], kind, std::string(text), place.position().line});
        return;
    }
    // Thousands of values are no price; neither is their memory ours to give.
    constexpr std::size_t most_fields = 4096;
    JsonRecord& record = open_.back().record;
    if (record.fields.size() == most_fields) return;
    record.fields.push_back({joined(place.keys, record.keys.size(), "/"), kind, std::string(text),
                             place.position().line});
}

std::string FieldReader::plain(std::string_view path, JsonKind kind, Presence presence) {
    const JsonField* field = record_.find(path);
    const bool is_blank = field == nullptr || field->kind == JsonKind::null ||
                          (field->kind == JsonKind::text && field->text.empty());
    if (is_blank) {
        if (presence == Presence::required)
            complain(path, field == nullptr ? "is missing" : "is empty", {},
                     "fetch the file again");
        return "";
    }
    if (field->kind == kind) return field->text;
    complain(path, "must be " + std::string(name_of(kind)),
             "it is " + std::string(name_of(field->kind)));
    return "";
}

std::string FieldReader::text(std::string_view path, Presence presence) {
    return plain(path, JsonKind::text, presence);
}

std::string FieldReader::number(std::string_view path, Presence presence) {
    return plain(path, JsonKind::number, presence);
}

Position FieldReader::where(std::string_view path) const {
    const JsonField* field = record_.find(path);
    return field == nullptr ? record_.where : Position{record_.where.file, field->line, 0};
}

void FieldReader::complain(std::string_view path, std::string problem, std::string why,
                           std::string remedy) {
    std::string field = record_.path();
    std::string below(path);
    std::replace(below.begin(), below.end(), '/', '.');
    if (!field.empty()) field += ".";
    complaints_.error(where(path), field + below, std::move(problem), std::move(why),
                      std::move(remedy));
}

}  // namespace trialcost
