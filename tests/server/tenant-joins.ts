/**
 * Which joins of a statement are not held together by the tenant. Read as text, and doubtful counts
 * as no: every table that has rows of tenants must be tied, by `=` between what says the tenant, to
 * all others of the same statement; scopes are those of SQL, branches of a union are looked at one
 * by one, and an equality beside an `or` ties nothing.
 */
export interface Known {
  /** Tables and views with a column tenant_id. */
  ofTenants: ReadonlySet<string>
}
interface Group {
  from: number
  to: number
  within: Group | null
  isQuery: boolean
}
interface Declared {
  alias: string
  table: string
  scope: Group
  at: number
}

const begins = /^\s*(select|with|insert|update|delete|values)\b/
const noAlias =
  /^(on|where|set|left|right|inner|cross|full|join|natural|group|order|limit|for|union|returning|values|select|using|default|having|loop|window|offset|lateral|as|then|and|or)$/

/** Without comments and quoted texts, each as long as it was. */
const bare = (text: string) =>
  text
    .replaceAll(/--[^\n]*/g, (all) => ' '.repeat(all.length))
    .replaceAll(/'(?:[^']|'')*'/g, (all) => `'${' '.repeat(Math.max(0, all.length - 2))}'`)
    .toLowerCase()

function groupsOf(text: string): Group[] {
  const root: Group = { from: 0, to: text.length, within: null, isQuery: true }
  const groups = [root]
  let open = root
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') {
      open = {
        from: at + 1,
        to: -1,
        within: open,
        isQuery: begins.test(text.slice(at + 1, at + 40)),
      }
      groups.push(open)
    } else if (text[at] === ')' && open.within) {
      open.to = at
      open = open.within
    }
  }
  return groups
}
const holding = (groups: readonly Group[], at: number): Group =>
  groups
    .filter(({ from, to }) => from <= at && at <= to)
    .reduce((a, b) => (b.from > a.from ? b : a))
const scopeOf = (group: Group): Group =>
  group.isQuery || !group.within ? group : scopeOf(group.within)
/** A group's own text: what lies in brackets within it is left blank. */
function ownText(text: string, groups: readonly Group[], group: Group): string {
  let own = text.slice(group.from, group.to)
  for (const { from, to, within } of groups)
    if (within === group)
      own = own.slice(0, from - group.from) + ' '.repeat(to - from) + own.slice(to - group.from)
  return own
}

/** The text once for each way of taking one branch of every union. */
export function withoutUnions(text: string): string[] {
  const groups = groupsOf(text)
  for (const group of groups) {
    const own = ownText(text, groups, group)
    const cuts = [...own.matchAll(/\b(?:union(?: all)?|except|intersect)\b/g)]
    if (cuts.length === 0) continue
    const edges = [
      0,
      ...cuts.flatMap(({ index, 0: word }) => [index, index + word.length]),
      own.length,
    ]
    const branches: string[] = []
    for (let at = 0; at < edges.length; at += 2)
      branches.push(text.slice(group.from + edges[at]!, group.from + edges[at + 1]!))
    return branches.flatMap((branch) =>
      withoutUnions(text.slice(0, group.from) + branch + text.slice(group.to)),
    )
  }
  return [text]
}

class Ties {
  readonly #up = new Map<string, string>()
  find(one: string): string {
    const up = this.#up.get(one)
    return up === undefined ? one : this.find(up)
  }
  tie(a: string, b: string): void {
    const [x, y] = [this.find(a), this.find(b)]
    if (x !== y) this.#up.set(x, y)
  }
}

function untiedIn(text: string, { ofTenants }: Known): string[] {
  const groups = groupsOf(text)
  const scopeAt = (at: number) => scopeOf(holding(groups, at))
  const declared: Declared[] = []
  const named =
    /(?:\b(?:from|join|using|update)\s+(?:only\s+|\(+)?|,\s*)(?:public\.)?(\w+)\b(?=(?:\s+as)?(?:\s+(\w+))?)/g
  const derived = [...text.matchAll(/\)\s*(?:as\s+)?(\w+)\b/g)].filter(
    ({ 1: alias }) => !noAlias.test(alias!),
  )
  const ctes = [
    ...text.matchAll(/(?:\bwith(?: recursive)?|,)\s+(\w+)\s+as\s+(?:materialized\s+)?\(/g),
  ]
  const cteNames = new Set(ctes.map(([, name]) => name!))
  for (const { index, 0: whole, 1: table, 2: alias } of text.matchAll(named)) {
    const isList = whole.startsWith(',')
    if (!(ofTenants.has(table!) || table === 'tenant' || cteNames.has(table!))) continue
    if (isList && (!alias || noAlias.test(alias))) continue
    const at = index + whole.indexOf(table!)
    if (/^\s*\(/.test(text.slice(at + table!.length))) continue
    declared.push({
      alias: alias && !noAlias.test(alias) ? alias : table!,
      table: table!,
      scope: scopeAt(at),
      at,
    })
  }
  const queryBefore = (end: number) => groups.find(({ to }) => to === end)
  for (const { index, 1: alias } of derived) {
    const query = queryBefore(index)
    if (query?.isQuery)
      declared.push({ alias: alias!, table: '', scope: scopeOf(query.within!), at: query.from })
  }
  const nodeOf = (one: Declared) => `${one.alias}@${one.at}`
  const resolve = (alias: string, at: number): Declared | undefined => {
    for (
      let scope: Group | null = scopeAt(at);
      scope;
      scope = scope.within && scopeOf(scope.within)
    ) {
      const here = scope
      const found = declared.find((one) => one.alias === alias && one.scope === here)
      if (found) return found
    }
    return undefined
  }
  const ties = new Ties()
  /** What says a tenant at this place: a table's column, a tenant's number, or some expression. */
  const sayer = (word: string, at: number): string | null => {
    const [alias, column] = word.includes('.')
      ? (word.split('.') as [string, string])
      : [null, word]
    if (alias === null) {
      if (column !== 'tenant_id') return `= ${word}`
      const here = declared.filter((one) => one.scope === scopeAt(at) && one.table !== 'tenant')
      return here.length === 1 ? nodeOf(here[0]!) : null
    }
    const found = resolve(alias, at)
    if (!found) return `= ${word}`
    return column === (found.table === 'tenant' ? 'id' : 'tenant_id') ? nodeOf(found) : null
  }
  const both = /([\w.]+(?:\(\))?)\s*=\s*([\w.$]+(?:\(\))?)/g
  for (const { index, 0: whole, 1: left, 2: right } of text.matchAll(both)) {
    if (!/(^|\.)tenant_id$/.test(left!) && !/(^|\.)tenant_id$/.test(right!)) continue
    const group = holding(groups, index)
    const own = ownText(text, groups, group)
    const clause = own
      .slice(0, index - group.from)
      .search(/\b(?:where|on|having)\b(?![^]*\b(?:where|on|having)\b)/)
    const rest = own.slice(Math.max(0, clause))
    const end = rest.search(/\b(?:group by|order by|left join|join|returning|limit|loop|then)\b/)
    if (/\bor\b/.test(end > 0 && clause >= 0 ? rest.slice(0, end) : rest)) continue
    const [a, b] = [sayer(left!, index), sayer(right!, index + whole.indexOf(right!))]
    if (a && b) ties.tie(a, b)
  }
  // … join (…) b using (tenant_id, …)
  for (const { index } of text.matchAll(/\busing\s*\(\s*tenant_id\b/g)) {
    const [right, left] = declared
      .filter(({ scope, at }) => scope === scopeAt(index) && at < index)
      .sort((a, b) => b.at - a.at)
    if (left && right) ties.tie(nodeOf(left), nodeOf(right))
  }
  // (a.tenant_id, …) = (select b.tenant_id, …
  for (const { index, 1: left, 2: right, 0: whole } of text.matchAll(
    /\((\w+\.tenant_id),[^()]*\)\s*(?:=|in)\s*\(\s*select\s+(\w+\.tenant_id)/g,
  )) {
    const [a, b] = [sayer(left!, index + 1), sayer(right!, index + whole.length - 1)]
    if (a && b) ties.tie(a, b)
  }
  // What a query in brackets answers as its tenant is the tenant of whoever names it.
  const answers = (query: Group): string | null => {
    const own = ownText(text, groups, query)
    const list = /\b(?:select|returning)\b([^]*?)(?:\bfrom\b|$)/g
    for (const { index, 0: whole, 1: columns } of own.matchAll(list)) {
      const said = /\b(?:(\w+)\.(?:tenant_id|\*)|tenant_id)(?=\s*(?:,|$|as\b))/.exec(columns!)
      if (!said) continue
      const at = query.from + index + whole.length - 1
      return sayer(
        said[1]
          ? `${said[1]}.${resolve(said[1], at)?.table === 'tenant' ? 'id' : 'tenant_id'}`
          : 'tenant_id',
        at,
      )
    }
    const ofTenant = /\bselect\s+(\w+)\.id\b/.exec(own)
    return ofTenant ? sayer(`${ofTenant[1]}.id`, query.from + ofTenant.index + 8) : null
  }
  for (const one of declared) {
    const query =
      one.table === '' ? groups.find(({ from }) => from === one.at) : cteGroup(one.table)
    const said = query && answers(query)
    if (said) ties.tie(nodeOf(one), said)
  }
  function cteGroup(name: string): Group | undefined {
    const cte = ctes.find(([, one]) => one === name)
    return cte && groups.find(({ from }) => from === cte.index + cte[0].length)
  }
  const rows = declared.filter(({ table }) => ofTenants.has(table) && !cteNames.has(table))
  const first = rows[0] && ties.find(nodeOf(rows[0]))
  return rows
    .filter((one) => ties.find(nodeOf(one)) !== first)
    .map(({ alias, table }) => `${table} ${alias}`)
}

/** What is joined in these statements without its tenant; none: all is well. */
export const untied = (body: string, known: Known): string[] => [
  ...new Set(
    bare(body)
      .split(';')
      .flatMap(withoutUnions)
      .flatMap((text) => untiedIn(text, known)),
  ),
]
