import pg from 'pg'

/** Half a demo is one that was begun and not filled to its end. */
type DemoState = 'none' | 'filling' | 'filled'

/** Kept through everything: what the schema and the installation itself are known by. */
const lasting = ['migration', 'installation', 'platform_secret']

/**
 * What is told and asked of the whole installation, as the owner of the database. One process at a
 * time holds the gate of the demo.
 */
export class Installation {
  readonly #client: pg.Client
  private constructor(client: pg.Client) {
    this.#client = client
  }
  static async open(ownerUrl: string): Promise<Installation> {
    const client = new pg.Client({ connectionString: ownerUrl })
    // Whoever asks next hears that it is gone.
    client.on('error', () => undefined)
    await client.connect()
    return new Installation(client)
  }
  close(): Promise<void> {
    return this.#client.end()
  }

  async get<T>(name: string): Promise<T | null> {
    const { rows } = await this.#client.query<{ value: T }>(
      'select value from installation where name = $1',
      [name],
    )
    return rows[0]?.value ?? null
  }
  async set(name: string, value: unknown): Promise<void> {
    await this.#client.query(
      'insert into installation (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value, changed_at = now()',
      [name, JSON.stringify(value)],
    )
  }

  /** Does something unless another process is at it. */
  async alone(what: string, work: () => Promise<void>): Promise<void> {
    const { rows } = await this.#client.query<{ got: boolean }>(
      'select pg_try_advisory_lock(hashtext($1)) as got',
      [what],
    )
    if (!rows[0]!.got) return
    try {
      await work()
    } finally {
      await this.#client.query('select pg_advisory_unlock(hashtext($1))', [what])
    }
  }

  /** Waits until no other process fills the demo; `isWaiting` is called when one does. */
  async enter(isWaiting: () => void): Promise<void> {
    const key = "hashtext('furrow demo')"
    const { rows } = await this.#client.query<{ got: boolean }>(
      `select pg_try_advisory_lock(${key}) as got`,
    )
    if (rows[0]!.got) return
    isWaiting()
    await this.#client.query(`select pg_advisory_lock(${key})`)
  }
  async leave(): Promise<void> {
    await this.#client.query("select pg_advisory_unlock(hashtext('furrow demo'))")
  }
  async demo(): Promise<DemoState> {
    return (await this.get<DemoState>('demo')) ?? 'none'
  }
  async hasAccounts(): Promise<boolean> {
    // Accounts of an installation that is not half filled; in no tenant, as sign-in looks.
    return ((await this.#client.query('select 1 from account limit 1')).rowCount ?? 0) > 0
  }

  /**
   * Takes away all that a demo wrote which was not filled to its end: nobody could sign in before
   * it was.
   */
  async empty(): Promise<void> {
    if ((await this.demo()) !== 'filling') throw new Error('only a half filled demo is taken away')
    const { rows } = await this.#client.query<{ name: string }>(
      `
      select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all($1)`,
      [lasting],
    )
    await this.#client.query('begin')
    await this.#client.query(
      `truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`,
    )
    await this.set('demo', 'none')
    await this.#client.query('commit')
  }
}
