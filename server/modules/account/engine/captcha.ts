import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import captcha from 'svg-captcha'
import { row, type Database } from '#server/db/database.ts'

const lifeMinutes = 10
/** Letters and digits that nobody confuses. */
const alphabet = 'abcdefhkmnprstuvwxyABCDEFGHKMNPRSTUVWXY345678'

export async function newCaptcha(db: Database): Promise<string> {
  const key = randomBytes(18).toString('base64url')
  const answer = Array.from(randomBytes(4), (byte) => alphabet[byte % alphabet.length]).join('')
  await db.platform(async (tx) => {
    await sql`insert into captcha (key, answer, expires_at)
      values (${key}, ${answer}, now() + ${`${lifeMinutes} minutes`}::interval)`.execute(tx)
    await sql`delete from captcha where expires_at < now() - interval '1 hour'`.execute(tx)
  })
  return key
}

/**
 * The picture: outlines drawn from a font of the library's own, as PNG, so that it depends on no
 * font of the machine.
 */
export async function captchaPicture(db: Database, key: string): Promise<Buffer | null> {
  const found = await db.platform((tx) =>
    row<{ answer: string }>(
      tx,
      sql`select answer from captcha where key = ${key} and expires_at > now()`,
    ),
  )
  if (!found) return null
  // The library makes its own text; one glyph at a time makes ours.
  const glyphs = [...found.answer].map((letter, i) => {
    const { data } = captcha.create({
      size: 1,
      charPreset: letter,
      noise: 1,
      color: true,
      width: 40,
      height: 45,
      fontSize: 48,
      background: '',
    })
    return `<g transform="translate(${4 + i * 29},0)">${data.replace(/^<svg[^>]*>|<\/svg>$/g, '')}</g>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="125" height="45" viewBox="0 0 125 45"><rect width="125" height="45" fill="#f2f6ef"/>${glyphs.join('')}</svg>`
  return sharp(Buffer.from(svg), { density: 144 }).png().toBuffer()
}

/**
 * Whether the answer is right; gone after the first try, right or wrong
 * (docs/specification.md 2.2).
 */
export async function solveCaptcha(
  db: Database,
  key: string | undefined,
  answer: string | undefined,
): Promise<boolean> {
  if (!key || !answer) return false
  const found = await db.platform((tx) =>
    row<{ answer: string }>(
      tx,
      sql`delete from captcha where key = ${key} and expires_at > now() returning answer`,
    ),
  )
  return found?.answer.toLowerCase() === answer.trim().toLowerCase()
}
