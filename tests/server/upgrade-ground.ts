import { readFileSync } from 'node:fs'
import pg from 'pg'

export const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

export async function as<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
