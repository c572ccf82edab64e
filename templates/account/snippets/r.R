library(httr2)  # install.packages("httr2")

answer <- request("{{ base_url }}/api/snapshot/france") |>
  req_auth_bearer_token(Sys.getenv("PKG_KEY")) |>
  req_retry(max_tries = 3) |>
  req_perform()
snapshot <- resp_body_json(answer)

cat(snapshot$country$name, "\n")
str(snapshot$stats)
