// Read the service with the types of its OpenAPI document: node client.js http://127.0.0.1:8000
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[] };

type Change = components["schemas"]["Change"];
type Problem = components["schemas"]["Problem"];

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

function equal<T>(found: T, expected: T): void {
    if (found !== expected) throw new Error(`${String(found)} instead of ${String(expected)}`);
}

async function entity(): Promise<void> {
    const { data } = await client.GET("/api/graph/entity/{slug}", { params: { path: { slug: "emmanuel-macron" } } });
    if (!data || !("birth_year" in data.entity.metadata)) throw new Error("no politician");
    const year: number | null = data.entity.metadata.birth_year;
    equal(year, 1977);
    equal(data.relationships.some((row) => row.entity.slug === "president-of-france" && row.status === "current"), true);
}

async function snapshot(): Promise<void> {
    const at = "2019-06-30";
    const { data } = await client.GET("/api/snapshot/{country}", { params: { path: { country: "france" }, query: { at } } });
    equal(data?.as_of, at);
    const leader: string | undefined = data?.current_leaders[0]?.politician.name;
    equal(leader, "Emmanuel Macron");
}

async function search(): Promise<void> {
    const { data } = await client.GET("/api/search", { params: { query: { q: "macron", type: "politician" } } });
    equal(data?.results[0]?.slug, "emmanuel-macron");
    const score: number = data?.results[0]?.score ?? 0;
    equal(score > 0.5, true);
    equal(data?.groups[0]?.type, "politician");
}

async function changes(): Promise<void> {
    const seen: Change[] = [];
    let since: string | undefined;
    for (let page = 0; page < 3; page++) {
        const query = { limit: 5, country: "fr", ...(since ? { since } : {}) };
        const { data } = await client.GET("/api/changes", { params: { query } });
        if (!data?.more) throw new Error("no further page");
        seen.push(...data.changes);
        since = new URL(data.next).searchParams.get("since") ?? undefined;
    }
    equal(new Set(seen.map((change) => `${change.slug} ${change.action} ${change.at}`)).size, 15);
    equal(seen.every((change) => change.country_code === "fr"), true);
}

async function unknownEntity(): Promise<void> {
    const { error, response } = await client.GET("/api/graph/entity/{slug}", {
        params: { path: { slug: "emanuel-macron" } },
    });
    const problem: Problem | undefined = error;
    equal(response.status, 404);
    equal(problem?.title, "Entity not found");
    equal(problem?.suggestions?.[0], "emmanuel-macron");
}

for (const operation of [entity, snapshot, search, changes, unknownEntity]) await operation();
console.log("TypeScript: 5 operations");
