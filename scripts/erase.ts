import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { eraseAccount, eraseTenant, tenantName } from '#server/db/dump/erase.ts'
import { asProgram, option, settings, storeOf, whileReached } from './reach.ts'

// npm run erase -- --tenant N | --account LOGIN_NAME [--yes NAME]: for good.
await asProgram(async () => {
  const [tenant, account] = [option('tenant'), option('account')]
  if (
    (tenant === undefined) === (account === undefined) ||
    (tenant !== undefined && !/^\d{1,15}$/.test(tenant))
  )
    throw new Error('Say whom: npm run erase -- --tenant N, or --account LOGIN_NAME')
  const config = settings()
  await whileReached(config, async (ownerUrl) => {
    const name = tenant ? await tenantName(ownerUrl, Number(tenant)) : account!
    if (name === null) throw new Error(`There is no tenant ${tenant}.`)
    const said =
      option('yes') ??
      (await ask(`This cannot be undone; npm run dump keeps a copy. Type ${name} to erase it: `))
    if (said !== name) throw new Error('Nothing was erased.')
    if (!tenant)
      return console.log(`Erased the person behind account ${await eraseAccount(ownerUrl, name)}.`)
    const { people, files } = await eraseTenant(
      ownerUrl,
      storeOf(config),
      join(config.dataDir, 'files'),
      Number(tenant),
    )
    console.log(`Erased ${name}, ${people} people who worked there alone and ${files} files.`)
  })
})

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await lines.question(question)
  lines.close()
  return answer.trim()
}
