import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  definedLabels,
  idleLabels,
  isPlaceholder,
  languages,
  leaves,
  missingLabels,
  namedLabels,
  namespacesOf,
  pathOf,
  placeholderOf,
  readTexts,
  withText,
  type Language,
} from './label-check.ts'

const help = `npm run labels              says which texts a language lacks, which are still to be written, and which nobody asks for
npm run labels -- --write   puts those that are lacking in their place, as \u2039name\u203A, for you to write`

const asked = [...definedLabels(), ...namedLabels()]

function write(language: Language, missing: readonly string[]): void {
  for (const namespace of new Set(missing.map((label) => label.split(':')[0]!))) {
    const here = asked
      .filter((label) => label.startsWith(`${namespace}:`))
      .map((label) => label.slice(namespace.length + 1).split('.'))
    let tree = namespacesOf(language).includes(namespace) ? readTexts(language, namespace) : {}
    for (const label of missing) {
      if (!label.startsWith(`${namespace}:`)) continue
      const path = label.slice(namespace.length + 1).split('.')
      const beside = here
        .filter(
          (one) =>
            one.length === path.length &&
            one.slice(0, -1).join('.') === path.slice(0, -1).join('.'),
        )
        .map((one) => one.at(-1)!)
      tree = withText(
        tree,
        path,
        placeholderOf(label),
        beside.slice(0, beside.indexOf(path.at(-1)!)),
      )
    }
    writeFileSync(pathOf(language, namespace), `${JSON.stringify(tree, null, 2)}\n`)
  }
}

const { values } = parseArgs({ options: { write: { type: 'boolean' }, help: { type: 'boolean' } } })
if (values.help) console.log(help)
else {
  let count = 0
  const say = (language: Language, what: string, labels: readonly string[]) => {
    count += labels.length
    for (const label of labels) console.log(`${language} ${what} ${label}`)
  }
  for (const language of languages) {
    const missing = missingLabels(language, asked)
    if (values.write) write(language, missing)
    else say(language, 'lacks', missing)
    say(
      language,
      'still to be written',
      namespacesOf(language).flatMap((namespace) =>
        leaves(readTexts(language, namespace))
          .filter(([, text]) => isPlaceholder(text))
          .map(([key]) => `${namespace}:${key}`),
      ),
    )
    say(language, 'nobody asks for', idleLabels(language))
  }
  if (count === 0) console.log('nothing to do')
  process.exitCode = count === 0 ? 0 : 1
}
