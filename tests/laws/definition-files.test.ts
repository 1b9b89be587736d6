import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { domains } from '#contract/domains.ts'

test('every definition file is in the index of its domain', () => {
  const isIndexed = (folder: string, file: string) =>
    readFileSync(`${folder}/index.ts`, 'utf8').includes(`'./${file}'`)
  for (const { name } of domains)
    for (const file of readdirSync(`contract/${name}`))
      if (
        /= (entity|screen|entityScreen)\('/.test(readFileSync(`contract/${name}/${file}`, 'utf8'))
      )
        expect([name, file, isIndexed(`contract/${name}`, file)]).toEqual([name, file, true])
  for (const folder of readdirSync('src/resources').filter((one) => !one.endsWith('.ts'))) {
    expect([folder, isIndexed('src/resources', `${folder}/index.ts`)]).toEqual([folder, true])
    for (const file of readdirSync(`src/resources/${folder}`).filter((one) => one !== 'index.ts'))
      expect([folder, file, isIndexed(`src/resources/${folder}`, file)]).toEqual([
        folder,
        file,
        true,
      ])
  }
})

test('each top folder of the house says what belongs there', () => {
  for (const folder of ['contract', 'src', 'server', 'simulator', 'locales', 'tests', 'scripts']) {
    const readme = `${folder}/README.md`
    expect([readme, existsSync(readme)]).toEqual([readme, true])
    expect(readFileSync(readme, 'utf8').split('\n').length).toBeLessThan(31)
  }
})
