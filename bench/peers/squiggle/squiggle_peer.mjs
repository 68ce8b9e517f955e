// W0 in Squiggle:
//
//     node squiggle_peer.mjs W0 S|M|L DRAWS ROUNDS [SEED]
//
// The time is that of the whole program from text to samples, as a user of the language meets it.
import { readFileSync } from "node:fs";
import { run } from "@quri/squiggle-lang";

const SCALES = {
  S: { nodes: 8, workMedian: 100, failures: 2.5e-5, interval: 2, ceiling: 40e3 },
  M: { nodes: 64, workMedian: 1000, failures: 2.5e-5, interval: 2, ceiling: 3.5e6 },
  L: { nodes: 2048, workMedian: 1100, failures: 4.4e-5, interval: 0.4, ceiling: 140e6 },
};

// SampleSet(...) samples an input once, so that it has one value per draw however often it is used.
// Weibull of shape 2 is the root of an exponential.
function programOf({ nodes, workMedian, failures, interval }) {
  return `
    work = SampleSet(Sym.lognormal(${Math.log(workMedian)}, 0.20))
    efficiency = SampleSet(Sym.beta(20, 3))
    price = 20 + 25 * SampleSet(Sym.beta(${1 + (4 * 8) / 25}, ${1 + (4 * 17) / 25}))
    failures = SampleSet(Sym.gamma(4, ${failures}))
    restart = SampleSet(Sym.lognormal(${Math.log(0.4)}, 0.6))
    write = SampleSet(Sym.lognormal(${Math.log(0.03)}, 0.3))
    storage = 40 * SampleSet(Sym.exponential(1)) ^ 0.5
    storagePrice = SampleSet(Sym.uniform(18, 26))
    egress = SampleSet(Sym.gamma(2, 3))
    egressPrice = SampleSet(Sym.triangular(20, 50, 90))
    logs = SampleSet(Sym.lognormal(${Math.log(0.02)}, 0.5))
    rerun = SampleSet(Sym.beta(2, 18))
    productive = work / efficiency * (1 + write / ${interval})
    hours = productive + failures * ${nodes} * productive * (restart + 0.5 * (${interval} + write))
    stored = storage * storagePrice * hours / 730
    cost = ${nodes} * price * hours * (1 + rerun) + stored + egress * egressPrice + ${nodes} * logs * hours
    SampleSet.toList(cost)`.replace(/^\s+/gm, "");
}

async function timedCosts(program, draws, seed) {
  const environment = { sampleCount: draws, xyPointLength: 1000, seed: String(seed) };
  const start = process.hrtime.bigint();
  const { result } = await run(program, { environment });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (!result.ok) throw new Error(String(result.value));
  const list = result.value.result ?? result.value;
  const costs = list.asJS ? list.asJS() : list.value.map((number) => number.value ?? number);
  return { seconds, costs: Float64Array.from(costs) };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

function figuresOf(costs, ceiling) {
  const start = process.hrtime.bigint();
  const sorted = costs.slice().sort();
  const percentile = (level) => sorted[Math.floor(level * (sorted.length - 1))];
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map(percentile);
  const percentileSeconds = Number(process.hrtime.bigint() - start) / 1e9;
  const over = costs.filter((cost) => cost > ceiling).length / costs.length;
  return { mean: mean(costs), p50, p95, p99, over, percentileSeconds };
}

function installedVersion() {
  const manifest = new URL("node_modules/@quri/squiggle-lang/package.json", import.meta.url);
  return JSON.parse(readFileSync(manifest, "utf8")).version;
}

const [workload, scaleName, drawsText, roundsText, seedText] = process.argv.slice(2);
const scale = SCALES[scaleName];
const draws = Math.floor(Number(drawsText));
const rounds = Number(roundsText);
if (workload !== "W0" || !scale || !(draws > 0) || !(rounds > 0)) {
  console.error("usage: squiggle_peer.mjs W0 S|M|L DRAWS ROUNDS [SEED]");
  process.exit(64);
}

const taken = [];
const figures = [];
for (let round = 0; round < rounds; ++round) {
  const { seconds, costs } = await timedCosts(programOf(scale), draws, Number(seedText ?? 1) + round);
  if (costs.length !== draws) throw new Error(`${costs.length} samples came back for ${draws}`);
  taken.push(seconds);
  figures.push(figuresOf(costs, scale.ceiling));
}
const seconds = median(taken);
const averaged = (name) => mean(figures.map((ofRound) => ofRound[name])).toPrecision(8);
console.log(
  `peer=squiggle-${installedVersion()} workload=W0 scale=${scaleName} draws=${draws} ` +
    `seconds=${seconds.toFixed(6)} draws_per_s=${(draws / seconds).toPrecision(5)} ` +
    `mean=${averaged("mean")} p50=${averaged("p50")} p95=${averaged("p95")} p99=${averaged("p99")} ` +
    `p_over=${averaged("over")} pct_seconds=${median(figures.map((f) => f.percentileSeconds)).toFixed(6)}`,
);
