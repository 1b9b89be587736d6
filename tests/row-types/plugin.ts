import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync, type Plugin } from 'vite'

// What `row<T>` and `rows<T>` answer is what somebody wrote down as T; the database knows better. While
// tests run, each of these calls is handed what T says, and holds every answer against it.

/** By name: the kinds of value (`typeof`, or `null`) that a column may have; null: whatever. */
type Shape = Record<string, readonly string[] | null>
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
type Named = ReadonlyMap<string, Node>

const root = resolve('.')
const asker = /\brows?</

export function rowTypes(): Plugin {
  return {
    name: 'row-types',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(root, id.split('?')[0]!)
      if (!/^server\/.*\.ts$/.test(file) || !asker.test(code)) return null
      const { body, named } = read(file, code)
      const edits = callsOf(body).flatMap(({ callee, argument }) => {
        const shape = shapeOf(argument, named)
        if (!shape || Object.keys(shape).length === 0) return []
        const place = `${file}:${code.slice(0, callee.start).split('\n').length}`
        return [{ callee, argued: `${JSON.stringify(place)}, ${JSON.stringify(shape)}` }]
      })
      if (edits.length === 0) return null
      let out = code
      for (const { callee, argued } of edits.reverse())
        out = `${out.slice(0, callee.start)}heldAgainst(${callee.name as string}, ${argued})${out.slice(callee.end)}`
      // On the first line, so that places in messages stay right.
      return { code: `import { heldAgainst } from '#tests/row-types/check.ts'; ${out}`, map: null }
    },
  }
}

function read(file: string, code: string): { body: Node[]; named: Named } {
  const body = parseSync(file, code, { lang: 'ts' }).program.body as unknown as Node[]
  const named = new Map<string, Node>()
  for (const statement of body) {
    const declared = (statement.declaration ?? statement) as Node
    if (declared.type === 'TSInterfaceDeclaration' || declared.type === 'TSTypeAliasDeclaration')
      named.set((declared.id as { name: string }).name, declared)
    if (statement.type === 'ImportDeclaration')
      for (const { imported, local } of statement.specifiers as {
        imported?: { name: string }
        local: { name: string }
      }[])
        if (imported)
          named.set(local.name, {
            ...statement,
            imported: imported.name,
            from: placeOf(file, (statement.source as { value: string }).value),
          })
  }
  return { body, named }
}
function placeOf(file: string, source: string): string | null {
  if (source.startsWith('#')) return source.slice(1)
  return source.startsWith('.') ? join(dirname(file), source) : null
}

function callsOf(node: unknown): { callee: Node; argument: Node }[] {
  if (Array.isArray(node)) return node.flatMap(callsOf)
  if (!node || typeof node !== 'object') return []
  const { type, callee, typeArguments } = node as Node & { callee?: Node; typeArguments?: Node }
  const below = Object.values(node).flatMap(callsOf)
  if (
    type !== 'CallExpression' ||
    callee?.type !== 'Identifier' ||
    !['row', 'rows'].includes(callee.name as string) ||
    !typeArguments
  )
    return below
  return [{ callee, argument: (typeArguments.params as Node[])[0]! }, ...below].sort(
    (a, b) => a.callee.start - b.callee.start,
  )
}

/** Null: nothing is said that could be held against an answer. */
function shapeOf(type: Node, named: Named): Shape | null {
  switch (type.type) {
    case 'TSTypeLiteral':
      return shapeOfMembers(type.members as Node[], named)
    case 'TSInterfaceDeclaration': {
      const own = shapeOfMembers((type.body as { body: Node[] }).body, named)
      const above = ((type.extends as Node[]) ?? []).map(
        ({ expression }) => known((expression as { name: string }).name, named)?.shape ?? {},
      )
      return Object.assign({}, ...above, own) as Shape
    }
    case 'TSTypeAliasDeclaration':
      return shapeOf(type.typeAnnotation as Node, named)
    case 'TSIntersectionType':
      return Object.assign(
        {},
        ...(type.types as Node[]).map((one) => shapeOf(one, named) ?? {}),
      ) as Shape
    case 'TSTypeReference':
      return type.typeArguments
        ? partOf(type, named)
        : (known((type.typeName as { name: string }).name, named)?.shape ?? null)
    default:
      return null
  }
}
/** `Pick` and `Omit` by names that stand there. */
function partOf(type: Node, named: Named): Shape | null {
  const { name } = type.typeName as { name: string }
  const [whole, part] = (type.typeArguments as { params: Node[] }).params
  const shape = ['Pick', 'Omit'].includes(name) ? shapeOf(whole!, named) : null
  const names = part && namesOf(part)
  if (!shape || !names) return null
  return Object.fromEntries(
    Object.entries(shape).filter(([one]) => names.includes(one) === (name === 'Pick')),
  )
}
function namesOf(type: Node): string[] | null {
  const all = type.type === 'TSUnionType' ? (type.types as Node[]) : [type]
  const names = all.map(({ literal }) => (literal as { value?: unknown } | undefined)?.value)
  return names.every((one) => typeof one === 'string') ? names : null
}
function shapeOfMembers(members: Node[], named: Named): Shape {
  return Object.fromEntries(
    members.flatMap((member) => {
      const { type, key, optional, typeAnnotation } = member
      const name = (key as { name?: string })?.name
      if (type !== 'TSPropertySignature' || !name) return []
      const kinds = kindsOf((typeAnnotation as { typeAnnotation: Node }).typeAnnotation, named)
      return [[name, kinds && optional ? [...kinds, 'undefined'] : kinds]]
    }),
  )
}
function kindsOf(type: Node, named: Named): readonly string[] | null {
  switch (type.type) {
    case 'TSStringKeyword':
    case 'TSTemplateLiteralType':
      return ['string']
    case 'TSNumberKeyword':
      return ['number']
    case 'TSBooleanKeyword':
      return ['boolean']
    case 'TSNullKeyword':
      return ['null']
    case 'TSArrayType':
    case 'TSTypeLiteral':
      return ['object']
    case 'TSLiteralType': {
      const { value } = type.literal as { value?: unknown }
      return value === undefined ? null : [typeof value]
    }
    case 'TSUnionType': {
      const all = (type.types as Node[]).map((one) => kindsOf(one, named))
      return all.includes(null) ? null : [...new Set(all.flatMap((one) => one!))]
    }
    case 'TSTypeReference': {
      if (type.typeArguments) return null
      const found = known((type.typeName as { name: string }).name, named)
      if (found?.node.type === 'TSInterfaceDeclaration') return ['object']
      return found ? kindsOf(found.node.typeAnnotation as Node, found.named) : null
    }
    default:
      return null
  }
}

/** A type by its name, of this file or of the one that it is imported from. */
function known(
  name: string,
  named: Named,
): { node: Node; named: Named; shape: Shape | null } | null {
  const node = named.get(name)
  if (!node) return null
  if (node.type !== 'ImportDeclaration') return { node, named, shape: shapeOf(node, named) }
  if (!node.from) return null
  const there = read(node.from as string, readFileSync(join(root, node.from as string), 'utf8'))
  return known(node.imported as string, there.named)
}
