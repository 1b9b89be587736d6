/** What an input is worth at a moment; null: nothing is known of it. */
export type Worth = number | null
export interface Formula {
  names: ReadonlySet<string>
  value: (inputs: Readonly<Record<string, Worth>>) => Worth
}
/** Why a text is no formula, and about which word. */
type FormulaFault = {
  fault: 'empty' | 'letter' | 'long' | 'function' | 'arguments' | 'end' | 'expected'
  about: string
}
type Node = (inputs: Readonly<Record<string, Worth>>) => Worth

const mostTokens = 300
const token =
  /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([a-z]\w*)|(<=|>=|==|!=|&&|\|\||[-+*/%^<>?:(),!]))/y
const isNumber = /^\d/
export const namePattern = /^[a-z][a-z\d_]{0,19}$/

/** With every argument known. */
const exact = (least: number, most: number, of: (...values: number[]) => number) => ({
  least,
  most,
  node:
    (nodes: readonly Node[]): Node =>
    (inputs) => {
      const values = nodes.map((node) => node(inputs))
      return values.some((value) => value === null) ? null : of(...(values as number[]))
    },
})
/** Of those arguments that are known; null when none is. */
const some = (of: (values: number[]) => number) => ({
  least: 1,
  most: 20,
  node:
    (nodes: readonly Node[]): Node =>
    (inputs) => {
      const known = nodes.map((node) => node(inputs)).filter((value) => value !== null)
      return known.length === 0 ? null : of(known)
    },
})
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
/** Saturation vapour pressure in kPa (FAO 56, equation 11). */
const saturation = (celsius: number) => 0.6108 * Math.exp((17.27 * celsius) / (celsius + 237.3))
function dewPoint(celsius: number, humidity: number): number {
  const gamma = Math.log(humidity / 100) + (17.27 * celsius) / (celsius + 237.3)
  return (237.3 * gamma) / (17.27 - gamma)
}
/** What formulas can call; names are lower case, and no input may have one of them. */
const functions: Readonly<
  Record<string, { least: number; most: number; node: (nodes: readonly Node[]) => Node }>
> = {
  min: some((values) => Math.min(...values)),
  max: some((values) => Math.max(...values)),
  sum: some(total),
  avg: some((values) => total(values) / values.length),
  or: {
    least: 2,
    most: 20,
    node: (nodes) => (inputs) => {
      for (const node of nodes) {
        const value = node(inputs)
        if (value !== null) return value
      }
      return null
    },
  },
  if: { least: 3, most: 3, node: ([condition, yes, no]) => chosen(condition!, yes!, no!) },
  abs: exact(1, 1, Math.abs),
  sqrt: exact(1, 1, Math.sqrt),
  exp: exact(1, 1, Math.exp),
  ln: exact(1, 1, Math.log),
  log10: exact(1, 1, Math.log10),
  floor: exact(1, 1, Math.floor),
  ceil: exact(1, 1, Math.ceil),
  round: exact(1, 2, (value, decimals = 0) => Math.round(value * 10 ** decimals) / 10 ** decimals),
  pow: exact(2, 2, (value, power) => value ** power),
  clamp: exact(3, 3, (value, low, high) => Math.min(high, Math.max(low, value))),
  // Degrees Celsius and per cent of relative humidity.
  dewpoint: exact(2, 2, dewPoint),
  vpd: exact(2, 2, (celsius, humidity) => saturation(celsius) * (1 - humidity / 100)),
  // Grams of water in a cubic metre of air.
  abshumidity: exact(
    2,
    2,
    (celsius, humidity) => (2165 * saturation(celsius) * (humidity / 100)) / (celsius + 273.15),
  ),
}
export const functionNames: readonly string[] = Object.keys(functions)

const chosen =
  (condition: Node, yes: Node, no: Node): Node =>
  (inputs) => {
    const value = condition(inputs)
    return value === null ? null : value === 0 ? no(inputs) : yes(inputs)
  }
type Operators = Readonly<Record<string, (a: number, b: number) => number>>
const either: Operators = { '||': (a, b) => Number(a !== 0 || b !== 0) }
const both: Operators = { '&&': (a, b) => Number(a !== 0 && b !== 0) }
const comparisons: Operators = {
  '<': (a, b) => Number(a < b),
  '<=': (a, b) => Number(a <= b),
  '>': (a, b) => Number(a > b),
  '>=': (a, b) => Number(a >= b),
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
}
const sums: Operators = { '+': (a, b) => a + b, '-': (a, b) => a - b }
const products: Operators = { '*': (a, b) => a * b, '/': (a, b) => a / b, '%': (a, b) => a % b }
const levels: readonly Operators[] = [either, both, comparisons, sums, products]

class Fault extends Error {
  readonly fault: FormulaFault
  constructor(fault: FormulaFault['fault'], about = '') {
    super(fault)
    this.fault = { fault, about }
  }
}
function tokensOf(text: string): string[] {
  const found: string[] = []
  const end = text.trimEnd().length
  token.lastIndex = 0
  while (token.lastIndex < end) {
    const at = token.lastIndex
    const match = token.exec(text)
    if (!match) throw new Fault('letter', text.slice(at).trim().slice(0, 12))
    if (found.length === mostTokens) throw new Fault('long')
    found.push(match[0].trim())
  }
  if (found.length === 0) throw new Fault('empty')
  return found
}

/** Reads tokens from left to right; the loosest operator first. */
class Reader {
  readonly names = new Set<string>()
  readonly #tokens: readonly string[]
  #at = 0
  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }
  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }
  get next(): string {
    return this.#tokens[this.#at] ?? ''
  }
  #take(wanted: string): boolean {
    if (this.next !== wanted) return false
    this.#at++
    return true
  }
  #demand(wanted: string): void {
    if (!this.#take(wanted))
      throw this.isAtEnd ? new Fault('end', wanted) : new Fault('expected', wanted)
  }
  choice(): Node {
    const condition = this.#level(0)
    if (!this.#take('?')) return condition
    const yes = this.choice()
    this.#demand(':')
    return chosen(condition, yes, this.choice())
  }
  #level(level: number): Node {
    const operators = levels[level]
    if (!operators) return this.#power()
    let left = this.#level(level + 1)
    while (Object.hasOwn(operators, this.next)) {
      const apply = operators[this.next]!
      this.#at++
      const [first, second] = [left, this.#level(level + 1)]
      left = exact(2, 2, apply).node([first, second])
    }
    return left
  }
  #power(): Node {
    const left = this.#single()
    return this.#take('^')
      ? exact(2, 2, (value, power) => value ** power).node([left, this.#power()])
      : left
  }
  #single(): Node {
    if (this.#take('-')) return exact(1, 1, (value) => -value).node([this.#power()])
    if (this.#take('!')) return exact(1, 1, (value) => Number(value === 0)).node([this.#single()])
    if (this.#take('(')) {
      const inner = this.choice()
      this.#demand(')')
      return inner
    }
    const word = this.next
    if (this.isAtEnd) throw new Fault('end')
    this.#at++
    if (isNumber.test(word)) return () => Number(word)
    if (!/^[a-z]/.test(word)) throw new Fault('expected', word)
    if (this.#take('(')) return this.#called(word)
    if (Object.hasOwn(functions, word)) throw new Fault('arguments', word)
    this.names.add(word)
    return (inputs) => inputs[word] ?? null
  }
  #called(name: string): Node {
    const about = Object.hasOwn(functions, name) ? functions[name]! : null
    if (!about) throw new Fault('function', name)
    const given: Node[] = []
    do given.push(this.choice())
    while (this.#take(','))
    this.#demand(')')
    if (given.length < about.least || given.length > about.most) throw new Fault('arguments', name)
    return about.node(given)
  }
}

/**
 * Reads a formula over named inputs. What is not known makes unknown what needs it. It is never
 * given to the engine that runs this program.
 */
export function readFormula(text: string): Formula | FormulaFault {
  try {
    const reader = new Reader(tokensOf(text))
    const node = reader.choice()
    if (!reader.isAtEnd) throw new Fault('expected', reader.next)
    return {
      names: reader.names,
      value: (inputs) => {
        const value = node(inputs)
        return value === null || !Number.isFinite(value) ? null : value
      },
    }
  } catch (error) {
    if (error instanceof Fault) return error.fault
    throw error
  }
}
