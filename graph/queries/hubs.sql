-- name: IS_VALID
((NOT {STARTS_LATER} AND (NOT {HAS_UNKNOWN_START} OR r.verified_at <= %(day)s)
AND (r.end_last >= %(day)s OR r.end_last IS NULL AND (r.verified_at IS NULL OR r.verified_at >= %(fresh_since)s)))
OR ({HAS_UNKNOWN_START} AND r.end_last IS NULL))
