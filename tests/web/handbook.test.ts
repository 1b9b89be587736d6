import { expect, test } from 'vitest'
import { chapters } from '#contract/platform/help.ts'
import { excerptOf, findIn, sectionsOf, wholeBook } from '#src/pages/platform/help/book.ts'

test('a chapter falls into its headings, in plain words', () => {
  const text = '# One\n\nFirst **bold** and [a link](x.md).\n\n![P](p.webp)\n\n## Two\n\n- item\n'
  expect(sectionsOf('faq', text)).toEqual([
    { chapter: 'faq', at: 0, title: 'One', text: 'First bold and a link.' },
    { chapter: 'faq', at: 1, title: 'Two', text: 'item' },
  ])
})

test.each(['zh-CN', 'en-US'])(
  'the whole handbook is found and searched, in %s',
  async (language) => {
    const book = await wholeBook(language)
    expect(new Set(book.map(({ chapter }) => chapter))).toEqual(new Set(chapters))
    // What is in a heading comes before what is only mentioned.
    const found = findIn(book, 'LoRaWAN')
    expect(found[0]!.title).toContain('LoRaWAN')
    expect(found.length).toBeGreaterThan(2)
    expect(excerptOf(found[0]!, 'lorawan').toLowerCase()).toContain('lorawan')
    expect(findIn(book, 'no such word anywhere')).toEqual([])
    expect(findIn(book, '  ')).toEqual([])
  },
)
