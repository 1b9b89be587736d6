import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const contract = resolve('contract')
/** What a bundler sees to be without effects by itself. */
const plain = new Set([
  'Literal',
  'Identifier',
  'TemplateLiteral',
  'ArrowFunctionExpression',
  'FunctionExpression',
])
/** What only the server asks of a call, as it does for codes that open it; to the console its schemas are types (src/kit/calls/use-call.ts). */
const ofServer = new Set([
  'summary',
  'input',
  'answer',
  'raw',
  'rate',
  'reach',
  'forMembers',
  'rowsOf',
  'hides',
  'secret',
  'lasting',
])

interface Node {
  type: string
  start: number
  end: number
}
interface Edit {
  start: number
  end: number
  text: string
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
const within = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The objects handed to `call(…)`, without what the console does not ask of them. */
function told(node: Node, code: string): Edit[] {
  const {
    type,
    callee,
    arguments: given,
  } = node as Node & {
    callee?: Node & { name?: string }
    arguments?: (Node & { properties?: (Node & { key?: { name?: string }; value?: Node })[] })[]
  }
  const [said] = given ?? []
  if (type !== 'CallExpression' || callee?.name !== 'call' || !said?.properties)
    return within(node).flatMap((one) => told(one, code))
  const kept = said.properties.filter(
    ({ key, value }) =>
      !ofServer.has(key?.name ?? '') && (key?.name !== 'access' || value?.type === 'Literal'),
  )
  return [
    {
      start: said.start,
      end: said.end,
      text: `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }`,
    },
  ]
}

/**
 * The contract as the console needs it. What it says has no effects when it is said, so calls,
 * schemas, entities and screens that nobody uses go: a bundler cannot know that of `call(…)` and
 * `z.object(…)`, and would carry every call of a file for one of them.
 */
export function pureContract(): Plugin {
  return {
    name: 'furrow-pure-contract',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!id.startsWith(contract)) return null
      const program = this.parse(code)
      const values = program.body.flatMap((statement): Node[] => {
        const said = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        return said?.type === 'VariableDeclaration'
          ? said.declarations.flatMap((one) =>
              one.id.type === 'Identifier' && one.init && !plain.has(one.init.type)
                ? [one.init]
                : [],
            )
          : []
      })
      const edits = [
        ...told(program, code),
        ...values.flatMap(({ start, end }) => [
          { start, end: start, text: '/* @__PURE__ */ (() => (' },
          { start: end, end, text: '))()' },
        ]),
      ].toSorted((a, b) => b.start - a.start || b.end - a.end)
      const made = edits.reduce(
        (text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end),
        code,
      )
      return { code: made, map: null }
    },
  }
}
