#include "scenarios/records/csv_stream.hpp"

#include <array>
#include <span>

#include "scenarios/document/text_file.hpp"

namespace trialcost {
namespace {

constexpr std::size_t block = std::size_t{1} << 18;
constexpr std::size_t longest_piece = std::size_t{2} << 20;  // longer than a row may be

}  // namespace

std::optional<CsvRow> CsvStream::next() {
    for (;;) {
        if (!records_ || !records_->skip_blank_lines()) {
            if (!next_piece()) return std::nullopt;
            continue;
        }
        CsvRow row{records_->line(), {}};
        const CsvRecords::Record end = records_->read(row.cells);
        if (end == CsvRecords::Record::unreadable) {
            ended_ = true;
            buffer_.clear();
            piece_ = 0;
            records_.reset();
            return std::nullopt;
        }
        if (end == CsvRecords::Record::good && !is_blank(row)) return row;
    }
}

// Cuts the next whole rows off what was read, and reads on until there are some.
bool CsvStream::next_piece() {
    const bool is_first = !records_.has_value() && piece_ == 0 && !ended_;
    if (records_) first_line_ = records_->line();
    buffer_.erase(0, piece_);
    looked_ = row_end_ = piece_ = 0;
    in_quotes_ = false;
    if (is_first) {
        read_more();
        drop_byte_order_mark();
    }
    while (end_of_rows() == 0 && !ended_ && buffer_.size() < longest_piece) read_more();
    piece_ = row_end_ > 0 ? row_end_ : buffer_.size();
    if (piece_ == 0 || !is_utf8()) {
        ended_ = true;
        buffer_.clear();
        piece_ = 0;
        return false;
    }
    records_.emplace(file_.name(), std::string_view(buffer_).substr(0, piece_), first_line_,
                     complaints_);
    return true;
}

bool CsvStream::read_more() {
    const std::size_t before = buffer_.size();
    buffer_.resize(before + block);
    const std::size_t got = file_.read(std::span(buffer_).subspan(before));
    buffer_.resize(before + got);
    digest_.add(std::as_bytes(std::span(buffer_).subspan(before)));
    ended_ = got == 0;
    if (got > 0) last_byte_ = buffer_.back();
    return got > 0;
}

void CsvStream::drop_byte_order_mark() {
    if (buffer_.starts_with("\xEF\xBB\xBF")) buffer_.erase(0, 3);
}

bool CsvStream::is_utf8() {
    const std::string_view piece = std::string_view(buffer_).substr(0, piece_);
    if (piece.starts_with("\xFF\xFE") || piece.starts_with("\xFE\xFF")) {
        complaints_.error({file_.name(), first_line_, 1}, {}, "not UTF-8", "it starts like UTF-16",
                          "save as UTF-8");
        return false;
    }
    if (first_line_ == 1 && piece.starts_with("\x1F\x8B")) {
        complaints_.error({file_.name(), 0, 0}, {}, "is compressed", "it starts like gzip",
                          "unpack it first");
        return false;
    }
    return check_characters(file_.name(), piece, first_line_, complaints_);
}

// Behind the last line end outside of quotes; 0: there is none.
std::size_t CsvStream::end_of_rows() {
    for (; looked_ < buffer_.size(); ++looked_) {
        const char c = buffer_[looked_];
        if (c == '"') in_quotes_ = !in_quotes_;
        if (in_quotes_ || (c != '\n' && c != '\r')) continue;
        // Whether CR is a line end by itself, the byte behind it tells.
        if (c == '\r' && looked_ + 1 == buffer_.size() && !ended_) break;
        const bool crlf = c == '\r' && looked_ + 1 < buffer_.size() && buffer_[looked_ + 1] == '\n';
        if (!crlf) row_end_ = looked_ + 1;
    }
    return row_end_;
}

}  // namespace trialcost
