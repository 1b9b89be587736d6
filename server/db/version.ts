import pg from 'pg'

const partsOf = (version: string) => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)

/** Whether the first version comes after the second; what is no version comes after none. */
export function isNewer(version: string, than: string): boolean {
  const [mine, other] = [partsOf(version), partsOf(than)]
  if (!mine || !other) return false
  const at = mine.findIndex((part, i) => part !== other[i])
  return at >= 0 && mine[at]! > other[at]!
}

/**
 * Before anything is touched. Errors: throws a sentence when a newer version was at work on the
 * database.
 */
export async function requireNotNewer(ownerUrl: string, version: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const {
      rows: [there],
    } = await client.query<{ there: boolean }>(
      "select to_regclass('public.installation') is not null as there",
    )
    if (!there!.there) return
    const {
      rows: [last],
    } = await client.query<{ value: string }>(
      "select value from installation where name = 'version'",
    )
    if (last && isNewer(String(last.value), version)) {
      throw new Error(
        `Furrow ${String(last.value)} was at work on this data, and this is ${version}: start that one, or load the backup that was taken before the upgrade into a new DATA_DIR.`,
      )
    }
  } finally {
    await client.end()
  }
}
