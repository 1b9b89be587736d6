import { SaxesParser } from 'saxes'

/** An element, by its local name: what devices prefix their names with is up to them. */
export interface Element {
  name: string
  /** Of its namespace. */
  uri: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  text: string
}
/** Devices answer in a handful of levels and a few hundred elements. */
const [mostDepth, mostElements] = [40, 5000]

/**
 * Reads what a device answered; null for anything that is no XML, or too much of it. Entities of its
 * own are not known, and nothing is fetched: the parser has neither.
 */
export function readXml(text: string): Element | null {
  const parser = new SaxesParser({ xmlns: true })
  const open: Element[] = []
  let root: Element | null = null
  let count = 0
  let isBad = /<!DOCTYPE/i.test(text)
  parser.on('error', () => (isBad = true))
  parser.on('opentag', ({ local, uri, attributes }) => {
    count += 1
    if (open.length >= mostDepth || count > mostElements) isBad = true
    if (isBad) return
    const one: Element = {
      name: local,
      uri,
      attributes: Object.fromEntries(
        Object.values(attributes).map((attribute) => [attribute.local, attribute.value]),
      ),
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(one)
    root ??= one
    open.push(one)
  })
  parser.on('text', (piece) => {
    const last = open.at(-1)
    if (last && !isBad) last.text += piece
  })
  parser.on('closetag', () => {
    if (!isBad) open.pop()
  })
  if (!isBad) parser.write(text).close()
  return isBad ? null : root
}
/** Every element of a name, however deep, in their order. */
export function named(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...named(child, name),
  ])
}
/** The text of the first element at a path of names; '' where there is none. */
export function textOf(element: Element | null | undefined, ...path: string[]): string {
  let at = element
  for (const name of path) at = at && named(at, name)[0]
  return at?.text.trim() ?? ''
}
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)
