// The calls of the server, and what they give. All addresses are relative to that of the page,
// which holds the token: http://127.0.0.1:PORT/TOKEN/.

/** What all windows share. It comes whole, at the beginning and after every change. */
export interface State {
  version: number // grows with every change
  table: TableInfo | null
  roles: Roles
  choice: Choice | null // null where no target is chosen, or the choice failed
  problem: string // why the choice failed, or ''
  excluded: number // rows that fits leave out, because a selection was excluded
  leftOut: number[] // places of these among the shown rows, at most 20000
  judged: Judged | null // of the choice as it is
  compared: Compared | null
  fits: FitInfo[] // oldest first
  jobs: Job[] // waiting, running, and the last that ended, oldest first
  release: string // of the program
}

export interface TableInfo {
  id: number // another table has another one
  source: string
  format: string
  rows: number
  columns: number
  onDisk: boolean // it does not fit into memory
  remarks: string[] // how the file was understood, where that is not plain
  suggested: string // the column that one would predict, or ''
}

/** Roles of the columns, as the command line has them. */
export interface Roles {
  target: string[]
  kind: string // '' means as it looks
  exclude: string[]
  nominal: string[]
  missing: '' | 'error' | 'drop' | 'mean' | 'median'
}

export interface Choice {
  target: string[]
  kind: string // number, class, labels, …
  classes: string[] // of a class, at most 20; [] for others
  inputs: number // how many
  rows: number
  dropped: number // rows that are left out because of missing values
  shown: number // rows that pictures show: all, or a sample drawn at random
  notes: string[]
  warnings: string[]
}

export type Kind = 'judge' | 'fit' | 'compare' | 'sure' | 'inputs' | 'predictor'

export interface Job {
  id: number
  kind: Kind
  title: string // in words
  status: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  text: string // what it does now
  done: number // of all steps; 0 of 0 where that is not known
  all: number
  error: string // why it failed
  notice: string // what else to tell of it, such as that an old fit was removed, or ''
  fit: number // the fit that it made or is about; 0 for none
}

/** What numbers are of. */
export interface Measured {
  measure: string // its name in JSON: r2, accuracy, hamming_loss, …
  title: string // its name for people
  less: boolean // is better
}

export interface Verdict extends Measured {
  found: boolean
  p: number
  value: number
  se: number
  all_inputs: number
  baseline: number
  rows: number
  words: string // the verdict in a sentence
}

export interface Dimension { dim: number; value: number; se: number; skill: number; p: number }

/** Whether there is anything to find. */
export interface Judged {
  method: string
  dim: number // that predicts best
  verdict: Verdict
  curve: Dimension[]
}

export interface FitInfo {
  id: number
  name: string // 'sca', 'pca', 'sca, seed 2', 'by hand', 'm.json'
  method: string
  dim: number
  seed: number
  rows: number
  verdict: Verdict | null
  hand: boolean // made by dragging
  predictor: boolean // it can predict
  sure: boolean // intervals and a shake are there
  given: boolean // read from a file; it cannot be fitted again, and neither can one by hand
  leftOut: number // rows that the fit has not seen, because they were excluded
  command: string // of the command line that makes the same fit, but for rows left out; '' where there is none
}

export interface Weight {
  input: number // its place among the inputs
  name: string
  weights: number[] // of each component
  low: number[] | null // ends of the intervals, where they are known
  high: number[] | null
  correlations: number[] | null // with each component
}

/** A curve through the target along a component: of numbers its mean with a band; of classes the share of each. */
export interface Summary {
  component: number // from 0
  at: number[]
  curves: { name: string; mean: number[]; low: number[] | null; high: number[] | null }[]
}

export interface Fit extends FitInfo {
  inputs: number
  units: string // what weights refer to, in words
  relevance: number[]
  curve: Dimension[]
  weights: Weight[] // the inputs with the largest weights first, at most 200
  summaries: Summary[]
  warnings: string[]
  facts: [string, string][] // further lines, such as ['score', 'SMI 1.23']
  angles: number[] | null // bounds of the angles to the truth, in degrees
  shakes: number // frames of the shake: components found again with halves of the rows
  ranked: { column: string; loss: number; p: number; adjusted: number }[] | null // inputs tested
  columns: { name: string; type: string; levels: string[]; mean: number | null }[] // what a prediction asks for, at most 200
}

export interface Column {
  index: number
  name: string
  type: string // number, boolean, nominal, text, date, time, empty, mixed
  missing: number
  constant: boolean
  target: string // the kind of target that it would be, or ''
  min: number | null
  max: number | null
  mean: number | null
  sd: number | null
  first: string // of dates
  last: string
  distinct: number
  levels: { value: string; rows: number }[] // at most 20, the most frequent first
  histogram: number[] // of numbers, counts of equal bins from min to max; of others []
  role: 'target' | 'input' | 'excluded' | 'unused'
  remark: string // such as 'names the rows', 'capped', or ''
}

export interface Columns { total: number; found: number; columns: Column[] }

export interface FitOptions {
  method: string // or 'auto'
  dim: number // 0 means as many as predict best
  seed: number
  noScale?: boolean
  select?: boolean // only inputs that most halves of the rows choose
  predictor?: boolean
  verdict?: boolean // true unless said
}

export interface Compared extends Measured {
  baseline: number
  rows: { method: string; dim: number; mean: number | null; sd: number | null; mark: string; error: string }[]
  words: string // what is best
}

export interface Difference { // of a selection from the other rows
  name: string
  inside: number // mean, or share of a level
  outside: number
  size: number // difference in standard deviations
  input: boolean // it is made of an input, rather than a column that fits do not see
}

export interface Selected { rows: number; of: number; target: string; differences: Difference[] }

/** An estimate for components that were turned by hand; what a fit is worth is its verdict. */
export interface Score extends Measured {
  value: number
  fit: number // the same estimate with the weights of the fit
  baseline: number // of a guess
  rows: number // that were predicted from others
  seen: boolean // the components were found with these rows, or may have been
}

export interface Row { row: number; cells: { name: string; value: string }[] } // row counted from 1, as in the file

export interface Predicted {
  z: number[]
  names: string[] // numbers, classes or labels
  values: number[] // numbers, or probabilities
  interval: { percent: number; lower: number[]; upper: number[] } | null
  unlike: boolean // the row is unlike those of the fit
}

/** An error with a text for people. */
export class Problem extends Error {}

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const raw = body instanceof Blob
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
      headers: body === undefined || raw ? {} : { 'Content-Type': 'application/json' },
    })
  } catch {
    throw new Problem('the program does not answer; is it still running?')
  }
  if (!answer.ok) {
    let text = `${answer.status} ${answer.statusText}`
    try {
      text = (await answer.json()).error ?? text
    } catch { /* not from our server */ }
    throw new Problem(text)
  }
  return answer
}

const json = async <T>(method: string, path: string, body?: unknown): Promise<T> => (await call(method, path, body)).json()
const floats = async (path: string): Promise<Float32Array> => new Float32Array(await (await call('GET', path)).arrayBuffer())

export const getState = () => json<State>('GET', 'api/state')
export const getMethods = () => json<{ name: string; what: string; outputs: string }[]>('GET', 'api/methods')

/** Columns of the table: those whose name holds `find`, from the place `from` on. */
export const getColumns = (find: string, from: number, count: number) =>
  json<Columns>('GET', `api/columns?${new URLSearchParams({ find, from: `${from}`, count: `${count}` })}`)

/** Reads another table: a file of this name with this content. */
export const upload = (name: string, content: Blob) => json<State>('POST', `api/upload?${new URLSearchParams({ name })}`, content)

/** Chooses target and inputs. */
export const choose = (roles: Roles) => json<State>('POST', 'api/choose', roles)

/** Begins work; it is waited for through the state. */
export const judge = (options: FitOptions) => json<Job>('POST', 'api/jobs', { kind: 'judge', options })
export const fit = (options: FitOptions) => json<Job>('POST', 'api/jobs', { kind: 'fit', options })
export const compare = (methods: string[], dims: number[], repeats: number) => json<Job>('POST', 'api/jobs', { kind: 'compare', methods, dims, repeats })
export const makeSure = (fit: number, resamples: number) => json<Job>('POST', 'api/jobs', { kind: 'sure', fit, resamples })
export const rankInputs = (fit: number) => json<Job>('POST', 'api/jobs', { kind: 'inputs', fit })
export const makePredictor = (fit: number) => json<Job>('POST', 'api/jobs', { kind: 'predictor', fit })
export const cancel = (job: number) => call('DELETE', `api/jobs/${job}`)

export const getFit = (id: number) => json<Fit>('GET', `api/fits/${id}`)
export const removeFit = (id: number) => call('DELETE', `api/fits/${id}`)

/** z of the shown rows, by rows: dim numbers each. */
export const getPoints = (id: number) => floats(`api/fits/${id}/points`)
/** The weights of all components, by components: z = weights times standardised inputs. */
export const getWeights = (id: number) => floats(`api/fits/${id}/weights`)
/** An input of the shown rows, standardised as the fit has it. */
export const getInput = (id: number, input: number) => floats(`api/fits/${id}/inputs/${input}`)
/** Frame k of the shake: weights, by components, aligned with those of the fit. */
export const getShake = (id: number, k: number) => floats(`api/fits/${id}/shakes/${k}/weights`)
export const getShakePoints = (id: number, k: number) => floats(`api/fits/${id}/shakes/${k}/points`)

/** The values of a column of the shown rows: numbers, or places in its levels (the last place + 1 for other words); NaN where missing. */
export const getValues = (column: number) => floats(`api/columns/${column}/values`)
/** The target of the shown rows: a number, or the place of the class. Of several numbers or labels, the one at `which`. */
export const getTarget = (which = 0) => floats(`api/target?which=${which}`)
/** Cells of a shown row; `shown` is its place among the shown rows. */
export const getRow = (shown: number) => json<Row>('GET', `api/rows/${shown}`)

/** How well components with some inputs' weights changed predict rows held out: changes are input -> weights of the two axes. */
export const score = (fit: number, axes: [number, number], changes: Record<number, [number, number]>) =>
  json<Score>('POST', `api/fits/${fit}/score`, { axes, changes })
/** Keeps such components as a model of its own. */
export const keepHand = (fit: number, axes: [number, number], changes: Record<number, [number, number]>) =>
  json<FitInfo>('POST', `api/fits/${fit}/hand`, { axes, changes })

/** What is different about some of the shown rows. */
export const select = (rows: number[]) => json<Selected>('POST', 'api/selection', { rows })
/** These rows of the table, as CSV. */
export const selectionCSV = async (rows: number[]) => (await call('POST', 'api/selection.csv', { rows })).blob()
/** Leaves rows out of the fits to come; [] takes all in again. */
export const exclude = (rows: number[]) => json<State>('POST', 'api/exclude', { rows })

/** Predicts one row from values of the columns, as people write them. */
export const predict = (fit: number, values: Record<string, string>) => json<Predicted>('POST', `api/fits/${fit}/predict`, { values })
/** Predicts the rows of a file; the answer is CSV. */
export const predictFile = async (fit: number, name: string, content: Blob) =>
  (await call('POST', `api/fits/${fit}/predict.csv?${new URLSearchParams({ name })}`, content)).blob()

/** Files to keep, as links: what → address. */
export const files = (fit: number): Record<string, string> =>
  Object.fromEntries(
    ['model.json', 'z.csv', 'picture.png', 'picture.svg', 'picture.pdf', 'report.html', 'model.onnx', 'model.sql', 'model.py', 'model.go']
      .map((name) => [name, `api/fits/${fit}/files/${name}`]),
  )

/**
 * Follows the state. `connected` is told where the connection is lost and found again.
 *
 * A browser has six connections to a server for all its windows, so one of them holds the stream
 * and tells the others; when it closes, the next takes its place.
 */
export function follow(changed: (state: State) => void, connected: (yes: boolean) => void): void {
  if (!navigator.locks) return stream(changed, connected) // browsers have them for loopback addresses, but not for others
  const name = `suffice ${location.pathname}`
  const windows = new BroadcastChannel(name)
  const take = ({ state, yes }: { state?: State; yes: boolean }) => {
    if (state) changed(state)
    connected(yes)
  }
  const tell = (message: { state?: State; yes: boolean }) => {
    take(message)
    windows.postMessage(message)
  }
  windows.onmessage = (event) => take(event.data)
  void getState().then(changed, () => connected(false))
  void navigator.locks.request(name, () => {
    stream((state) => tell({ state, yes: true }), (yes) => tell({ yes }))
    return new Promise(() => {}) // as long as the window is there
  })
}

function stream(changed: (state: State) => void, connected: (yes: boolean) => void): void {
  const again = 2000 // milliseconds
  const events = new EventSource('api/events')
  events.addEventListener('state', (event) => changed(JSON.parse((event as MessageEvent<string>).data)))
  events.onopen = () => connected(true)
  events.onerror = () => {
    connected(false)
    if (events.readyState === EventSource.CLOSED) setTimeout(() => stream(changed, connected), again) // else it tries by itself
  }
}
