/**
 * A value worked out from what a sensor says: `value`, numbers, + - * / %, comparisons, `a ? b :
 * c`, parentheses.
 */
export type Formula = (value: number) => number

const token = /\s*(?:(\d+(?:\.\d+)?)|(value)|(<=|>=|==|!=|[-+*/%<>?:()]))/y
const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
}
const sums: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
}
const products: Readonly<Record<string, (a: number, b: number) => number>> = {
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
}
const mostTokens = 100

function tokensOf(text: string): string[] | null {
  const found: string[] = []
  const end = text.trimEnd().length
  token.lastIndex = 0
  while (token.lastIndex < end) {
    const match = token.exec(text)
    if (!match || found.length === mostTokens) return null
    found.push(match[1] ?? match[2] ?? match[3]!)
  }
  return found
}

/**
 * Reads a formula; null when it is none. It is never given to the engine that runs this program.
 */
export function formulaOf(text: string): Formula | null {
  const tokens = tokensOf(text)
  if (!tokens || tokens.length === 0) return null
  let at = 0
  const take = (...wanted: string[]) => (wanted.includes(tokens[at] ?? '') ? tokens[at++]! : null)
  const chain =
    (
      below: () => Formula | null,
      operators: Readonly<Record<string, (a: number, b: number) => number>>,
    ) =>
    (): Formula | null => {
      let left = below()
      for (
        let operator = left && take(...Object.keys(operators));
        operator;
        operator = left && take(...Object.keys(operators))
      ) {
        const [first, right, apply] = [left!, below(), operators[operator]!]
        left = right && ((value) => apply(first(value), right(value)))
      }
      return left
    }
  function single(): Formula | null {
    if (take('-')) {
      const inner = single()
      return inner && ((value) => -inner(value))
    }
    if (take('(')) {
      const inner = choice()
      return take(')') ? inner : null
    }
    const one = tokens![at++] ?? ''
    if (one === 'value') return (value) => value
    return /^\d/.test(one) ? () => Number(one) : null
  }
  const sum = chain(chain(single, products), sums)
  function comparison(): Formula | null {
    const left = sum()
    const operator = left && take(...Object.keys(comparisons))
    if (!left || !operator) return left
    const right = sum()
    return right && ((value) => Number(comparisons[operator]!(left(value), right(value))))
  }
  function choice(): Formula | null {
    const condition = comparison()
    if (!condition || !take('?')) return condition
    const yes = choice()
    const no = take(':') ? choice() : null
    return yes && no && ((value) => (condition(value) ? yes(value) : no(value)))
  }
  const whole = choice()
  return at === tokens.length ? whole : null
}

const hole = /\{([^{}]*)\}/g
/** Whether every `{…}` of a description is a formula. */
export const isDescription = (text: string) =>
  !/[{}]/.test(text.replaceAll(hole, '')) &&
  [...text.matchAll(hole)].every(([, inner]) => formulaOf(inner!) !== null)
/**
 * A description with its formulas worked out, such as `{value / 10000} t`; null when it holds none,
 * or one has no answer.
 */
export function describe(text: string, value: number, decimals: number): string | null {
  if (!/\{/.test(text) || !isDescription(text)) return null
  const answers = [...text.matchAll(hole)].map(([, inner]) => formulaOf(inner!)!(value))
  if (answers.some((answer) => !Number.isFinite(answer))) return null
  let next = 0
  return text.replaceAll(hole, () =>
    String(Number(answers[next++]!.toFixed(Math.max(decimals, 2)))),
  )
}
