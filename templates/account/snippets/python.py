import json
import os
from urllib.request import Request, urlopen

headers = {"Authorization": "Bearer " + os.environ["PKG_KEY"]}
request = Request("{{ base_url }}/api/snapshot/france", headers=headers)
with urlopen(request, timeout=30) as answer:
    snapshot = json.load(answer)

print(snapshot["country"]["name"], snapshot["stats"])
