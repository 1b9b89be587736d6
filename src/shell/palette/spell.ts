import { pinyin } from 'pinyin-pro'
import type { Spell } from './match.ts'

/** Fetched behind the palette: the table of pronunciations is larger than the palette itself. */
export const spell: Spell = (name) =>
  pinyin(name, { toneType: 'none', type: 'array', nonZh: 'removed' })
