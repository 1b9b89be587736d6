/** How a Chinese name is pronounced: one list of toneless syllables per name. */
export type Spell = (name: string) => readonly string[]
export interface Words {
  names: readonly string[]
  syllables: readonly (readonly string[])[]
}
const han = /\p{Script=Han}/u
/** Full-width letters, capitals and runs of blanks make no difference. */
export const plain = (text: string) =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Everything a thing may be typed as. Without `spell` its pinyin is not known yet. */
export function wordsOf(names: readonly (string | undefined)[], spell?: Spell): Words {
  const known = [...new Set(names.filter((name): name is string => !!name))]
  return {
    names: known.map(plain),
    syllables: spell
      ? known.filter((name) => han.test(name)).map((name) => spell(name).map(plain))
      : [],
  }
}

/**
 * Whether letters run through syllables one after the other, each by its first letters or whole:
 * yhgl, yonghu, yongh.
 */
function runs(letters: string, syllables: readonly string[], from: number): boolean {
  if (letters === '') return true
  const syllable = syllables[from]
  if (!syllable) return false
  for (let taken = Math.min(syllable.length, letters.length); taken > 0; taken--) {
    if (
      letters.startsWith(syllable.slice(0, taken)) &&
      runs(letters.slice(taken), syllables, from + 1)
    )
      return true
  }
  return false
}
const weight = {
  exact: 5,
  start: 4,
  word: 3,
  pinyin: 3,
  innerPinyin: 2,
  inside: 1,
  none: 0,
} as const

function scoreOfTerm(term: string, { names, syllables }: Words): number {
  const letters = term.replaceAll("'", '')
  return Math.max(
    0,
    ...names.map((name) =>
      name === term
        ? weight.exact
        : name.startsWith(term)
          ? weight.start
          : name.includes(` ${term}`)
            ? weight.word
            : name.includes(term)
              ? weight.inside
              : weight.none,
    ),
    ...syllables.map((one) => {
      if (!/^[a-z]+$/.test(letters)) return weight.none
      if (runs(letters, one, 0)) return weight.pinyin
      return one.some((_, at) => at > 0 && runs(letters, one, at))
        ? weight.innerPinyin
        : weight.none
    }),
  )
}

/** 0: does not fit. Every word typed must be found; what is typed as a whole counts most. */
export function scoreOf(typed: string, words: Words): number {
  const query = plain(typed)
  if (!query) return weight.inside
  const whole = scoreOfTerm(query, words)
  if (whole) return whole
  const terms = query.split(' ')
  const scores = terms.map((term) => scoreOfTerm(term, words))
  return terms.length > 1 && scores.every((score) => score > 0) ? weight.inside : weight.none
}

/** What fits, the best first; equals stay in their order. */
export function matching<T extends { words: Words }>(typed: string, list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, score: scoreOf(typed, item.words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item)
}

/**
 * Pages that fit, and after them those that stand under something that is called so: one Han
 * character or two letters say too little for that. Where nothing fits, what fits without a word
 * such as “management” that people are used to say behind a page's name, and the menu leaves out.
 */
export function matchingPages<T extends { words: Words; above?: Words }>(
  typed: string,
  list: readonly T[],
  endings: readonly string[],
): T[] {
  const text = plain(typed)
  const isTelling = text.length > (han.test(text) ? 1 : 2)
  const isBelow = ({ above }: T) => above !== undefined && scoreOf(text, above) > 0
  const found = [...new Set([...matching(text, list), ...(isTelling ? list.filter(isBelow) : [])])]
  const ending = endings.find((one) => text.endsWith(one) && text !== one)
  return found.length || !ending ? found : matching(text.slice(0, -ending.length), list)
}
