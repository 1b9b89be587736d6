import { chapters, type Chapter } from '#contract/platform/help.ts'

/** docs/user, a file a chapter and language; pictures by the path that a chapter gives them. */
const files = import.meta.glob<string>('/docs/user/*/*.md', { query: '?raw', import: 'default' })
const pictures = import.meta.glob<string>('/docs/user/pictures/*/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})
const folder = (language: string) => language.slice(0, 2)

export const isChapter = (name: string): name is Chapter =>
  (chapters as readonly string[]).includes(name)

/** Errors: rejects when the file does not arrive. */
export async function chapterText(language: string, chapter: Chapter): Promise<string> {
  return files[`/docs/user/${folder(language)}/${chapter}.md`]!()
}
export const pictureOf = (path: string): string | undefined =>
  pictures[path.replace(/^\.\.\//, '/docs/user/')]

export interface Section {
  chapter: Chapter
  /** Which of the chapter's headings it stands under, from 0, its title. */
  at: number
  title: string
  text: string
}
/** A chapter by its headings, in plain words. */
export function sectionsOf(chapter: Chapter, markdown: string): Section[] {
  return markdown.split(/^(?=#{1,3} )/m).map((part, at) => {
    const [title = '', ...lines] = part.split('\n')
    const text = lines
      .filter((line) => !line.startsWith('!['))
      .join(' ')
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[*`|]|^\s*-+\s/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    return { chapter, at, title: title.replace(/^#+ /, ''), text }
  })
}

/** The whole handbook of a language, for searching. */
export async function wholeBook(language: string): Promise<Section[]> {
  const texts = await Promise.all(chapters.map((chapter) => chapterText(language, chapter)))
  return texts.flatMap((text, at) => sectionsOf(chapters[at]!, text))
}

/** Sections that hold all the words, those that name them first. */
export function findIn(book: readonly Section[], typed: string): Section[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const rank = ({ title }: Section) =>
    words.every((word) => title.toLowerCase().includes(word)) ? 0 : 1
  return book
    .filter(({ title, text }) =>
      words.every((word) => `${title} ${text}`.toLowerCase().includes(word)),
    )
    .toSorted((a, b) => rank(a) - rank(b))
}
/** What stands around the first of the words. */
export function excerptOf({ text }: Section, typed: string, length = 90): string {
  const word = typed.toLowerCase().trim().split(/\s+/)[0] ?? ''
  const begin = Math.max(0, text.toLowerCase().indexOf(word) - length / 3)
  const cut = text.slice(begin, begin + length)
  return `${begin > 0 ? '…' : ''}${cut}${begin + length < text.length ? '…' : ''}`
}
