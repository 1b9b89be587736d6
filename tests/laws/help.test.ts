import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { entities, screens } from '#contract/domains.ts'
import { storageName } from '#contract/entity.ts'
import { chapters } from '#contract/platform/help.ts'
import { fieldsWithTerms, terms } from '#src/kit/definition/terms.ts'
import { pageHelp } from '#src/shell/help/page-help.ts'

// That each text is there and in both languages is the law of labels.
const languages = ['zh-CN', 'en-US'] as const
type Page = Record<'for' | 'do1' | 'do2' | 'do3', string>
const texts = (language: string) =>
  JSON.parse(readFileSync(`locales/${language}/help.json`, 'utf8')) as {
    screens: Record<string, Page>
    terms: Record<string, { name: string; text: string }>
    chapters: Record<string, string>
  }
const twice = (list: readonly string[]) => list.filter((text, at) => list.indexOf(text) !== at)

test('every screen has its help, a chapter to read on, and nothing else has', () => {
  const names = screens.map(({ name }) => name).toSorted()
  expect(Object.keys(pageHelp).toSorted()).toEqual(names)
  for (const language of languages)
    expect([language, Object.keys(texts(language).screens).toSorted()]).toEqual([language, names])
})

test.each(languages)('what a page is for is one sentence or two, in %s', (language) => {
  const long = Object.entries(texts(language).screens).filter(([, { for: text }]) => {
    const sentences = text.split(language === 'zh-CN' ? /[。！？]/ : /[.!?](?:\s|$)/)
    return sentences.filter((part) => part.trim()).length > 2
  })
  expect(long).toEqual([])
})

test.each(languages)('each thing that one does is a sentence, in %s', (language) => {
  const end = language === 'zh-CN' ? /。$/ : /[.?]$/
  const open = Object.values(texts(language).screens).flatMap(({ do1, do2, do3 }) =>
    [do1, do2, do3].filter((text) => !end.test(text)),
  )
  expect(open).toEqual([])
})

test.each(languages)('no two pages say what they are for in the same words, in %s', (language) => {
  const { screens: pages } = texts(language)
  expect(twice(Object.values(pages).map((page) => page.for))).toEqual([])
  for (const [name, { do1, do2, do3 }] of Object.entries(pages))
    expect([name, twice([do1, do2, do3])]).toEqual([name, []])
  // Pages of one family may share a thing that is done alike, not all three.
  const whole = Object.values(pages).map(({ do1, do2, do3 }) => [do1, do2, do3].join('\n'))
  expect(twice(whole)).toEqual([])
})

test('every word that is explained is explained in both languages', () => {
  for (const language of languages)
    expect([language, Object.keys(texts(language).terms)]).toEqual([language, [...terms]])
})

test('every list that a screen shows says what it is for while it is empty', () => {
  const shown = new Set(screens.map(({ entity }) => entity))
  const silent = languages.flatMap((language) =>
    entities
      .filter(({ name }) => shown.has(name))
      .filter((entity) => {
        const words = JSON.parse(
          readFileSync(`locales/${language}/${entity.module}.json`, 'utf8'),
        ) as Record<string, { empty?: string }>
        return !words[storageName(entity)]?.empty
      })
      .map(({ name }) => `${language} ${name}`),
  )
  expect(silent).toEqual([])
})

test('every word stands with a page or a field, and the fields are there', () => {
  const fields = fieldsWithTerms()
  const lost = fields.filter(
    ([entity, field]) => !entities.some(({ name, fields: own }) => name === entity && field in own),
  )
  expect(lost).toEqual([])
  const used = new Set([
    ...Object.values(pageHelp).flatMap((page) => page.terms ?? []),
    ...fields.map(([, , term]) => term),
  ])
  expect(terms.filter((term) => !used.has(term))).toEqual([])
})

test('every chapter is written in both languages, named, and in the list of its folder', () => {
  const files = chapters.map((chapter) => `${chapter}.md`)
  for (const [folder, language] of [
    ['zh', 'zh-CN'],
    ['en', 'en-US'],
  ] as const) {
    const here = readdirSync(`docs/user/${folder}`).filter((file) => file !== 'README.md')
    expect(here.toSorted()).toEqual(files.toSorted())
    expect(Object.keys(texts(language).chapters)).toEqual([...chapters])
    const index = readFileSync(`docs/user/${folder}/README.md`, 'utf8')
    expect(files.filter((file) => !index.includes(`](${file})`))).toEqual([])
    for (const file of files) {
      const text = readFileSync(`docs/user/${folder}/${file}`, 'utf8')
      // A chapter begins with its name, and leads only to what is there.
      expect(text.split('\n')[0]).toBe(`# ${texts(language).chapters[file.replace('.md', '')]}`)
      const leads = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to!)
      const lost = leads.filter(
        (to) => !to.startsWith('https://') && !existsSync(`docs/user/${folder}/${to}`),
      )
      expect([file, lost]).toEqual([file, []])
    }
  }
})
