// What is wrong with the user's input: collected, so that one run shows all of it.
//
// Readers add complaints and go on with what they could read; the caller asks any_error() when all
// is read and throws InputError with the whole list.
#pragma once

#include <cstddef>
#include <exception>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "scenarios/document/text_file.hpp"

namespace trialcost {

struct Position {
    std::string file;
    int line = 0;    // from 1; 0: the file as a whole
    int column = 0;  // from 1, in characters; 0: the line as a whole

    friend bool operator==(const Position&, const Position&) = default;
};

struct Complaint {
    enum class Severity { error, warning };

    Position where;
    std::string field;    // "option.h100.nodes", "billed_s"; may be empty
    std::string problem;  // "is not a time"
    std::string why;      // may be empty
    std::string remedy;   // may be empty
    Severity severity = Severity::error;
    std::string source_line;  // the line of the file, as far as it is known
};

class Complaints {
  public:
    static constexpr std::size_t most_kept = 10'000;  // further ones are counted only

    // What is said a second time of the same field at the same place (of a file that two options
    // share) is counted only, whatever its reason.
    void error(Position where, std::string field, std::string problem, std::string why = {},
               std::string remedy = {});
    void warning(Position where, std::string field, std::string problem, std::string why = {},
                 std::string remedy = {});

    // Complaints about this file carry its lines from now on.
    void know(const TextFile& file);

    bool any_error() const { return error_count_ > 0; }
    std::size_t error_count() const { return error_count_; }
    std::size_t warning_count() const { return warning_count_; }
    const std::vector<Complaint>& all() const { return kept_; }  // in the order they came

    // Throws InputError with all that was collected, if any of it is an error.
    void throw_if_any_error() const;

  private:
    // Severity, file, line, column, field, problem.
    using Said = std::tuple<Complaint::Severity, std::string, int, int, std::string, std::string>;

    void add(Complaint complaint);

    std::vector<Complaint> kept_;
    std::set<Said> said_;  // of what is kept
    std::map<std::string, TextFile, std::less<>> files_;
    std::size_t error_count_ = 0;
    std::size_t warning_count_ = 0;
};

// Wrong user input (exit code 65): carries every complaint, warnings too. what() is the first
// error.
class InputError : public std::exception {
  public:
    explicit InputError(std::vector<Complaint> complaints);

    const std::vector<Complaint>& complaints() const { return complaints_; }
    const char* what() const noexcept override { return what_.c_str(); }

  private:
    std::vector<Complaint> complaints_;
    std::string what_;
};

// Put around the words `error:` and `warning:`, colours of a terminal say.
struct LabelMarks {
    std::string_view before, after;
};

// `file:line:column: error: field: problem (why); remedy`, then the line and a caret under the
// column where they are known. Ends with a newline. Safe to print: everything passes through
// printable().
std::string render(const Complaint& complaint, const LabelMarks& marks = {});

// The text without what would act on a terminal or hide itself: control characters (C0, C1, DEL),
// bidirectional and zero-width marks, broken UTF-8. Tabs and line ends become blanks.
std::string printable(std::string_view text);

}  // namespace trialcost
