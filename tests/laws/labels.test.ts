import { expect, test } from 'vitest'
import { entities } from '#contract/domains.ts'
import { modules } from '#contract/screen.ts'
import { columnTitle, entityName, valueName } from '#server/i18n/labels.ts'
import { catalogue } from '#server/modules/system/engine/catalogue.ts'
import { blocksOf, codesOfScreen } from '#src/pages/system/role-permissions/catalogue.ts'
import { commonActions } from '#src/kit/definition/label.ts'
import {
  definedLabels,
  idleLabels,
  isPlaceholder,
  keysOf,
  languages,
  leaves,
  missingLabels,
  namedLabels,
  namespacesOf,
  placeholderOf,
  readTexts,
  sources,
  withText,
} from '#scripts/label-check.ts'

// What is lacking, `npm run labels` says too, and puts in its place with --write.
const namespaces = namespacesOf('zh-CN')

test('both languages have the same namespaces and keys, and no empty text', () => {
  expect(namespacesOf('en-US')).toEqual(namespaces)
  for (const namespace of namespaces) {
    const [zh, en] = languages.map((language) => readTexts(language, namespace))
    expect([namespace, keysOf(en!).sort()]).toEqual([namespace, keysOf(zh!).sort()])
    for (const [key, text] of [...leaves(zh!), ...leaves(en!)])
      expect([namespace, key, text.trim() !== '', isPlaceholder(text)]).toEqual([
        namespace,
        key,
        true,
        false,
      ])
  }
})

test('both languages fill in the same values', () => {
  const holes = (text: string) =>
    [...text.matchAll(/\{\{(\w+)(?:, inner)?\}\}/g)].map((m) => m[1]).sort()
  for (const namespace of namespaces) {
    const en = new Map(leaves(readTexts('en-US', namespace)))
    for (const [key, text] of leaves(readTexts('zh-CN', namespace)))
      if (en.has(key))
        expect([namespace, key, holes(en.get(key)!)]).toEqual([namespace, key, holes(text)])
  }
})

test.each(languages)(
  'every label that a definition or the console asks for is there, in %s',
  (language) => {
    expect(missingLabels(language, [...definedLabels(), ...namedLabels()])).toEqual([])
  },
)

test('a kind of a family has the words of the family', () => {
  for (const { name, module, variantOf } of entities)
    if (variantOf)
      expect([name, module]).toEqual([
        name,
        entities.find((one) => one.name === variantOf.entity)!.module,
      ])
})

test.each(languages)(
  'the server calls every entity, field and choice by a word, in %s',
  (language) => {
    const unnamed = entities.flatMap((entity) => [
      ...(entityName(entity, language) === entity.name ? [entity.name] : []),
      ...Object.entries(entity.fields).flatMap(([name, { codes }]) => [
        ...(name !== 'id' && columnTitle(entity, name, language) === name
          ? [`${entity.name}.${name}`]
          : []),
        ...Object.entries(codes ?? {})
          .filter(([, value]) => valueName(entity, name, value, language) === String(value))
          .map(([code]) => `${entity.name}.${name}: ${code}`),
      ]),
    ])
    expect(unnamed).toEqual([])
  },
)

test('no text is left that nobody asks for', () => {
  expect(idleLabels('zh-CN')).toEqual([])
})

test('a text that is lacking is put where its definition has it, for somebody to write', () => {
  expect(
    missingLabels('en-US', ['inventory:unit.name', 'inventory:unit.fields.noSuchField']),
  ).toEqual(['inventory:unit.fields.noSuchField'])
  const text = placeholderOf('inventory:unit.fields.noSuchField')
  expect([text, isPlaceholder(text)]).toEqual(['‹noSuchField›', true])
  const tree = withText(
    { unit: { name: 'Unit', fields: { code: 'Code', enName: 'English name' } } },
    ['unit', 'fields', 'name'],
    text,
    ['code'],
  )
  expect(JSON.stringify(tree)).toBe(
    JSON.stringify({
      unit: { name: 'Unit', fields: { code: 'Code', name: text, enName: 'English name' } },
    }),
  )
  expect(withText({}, ['pond', 'name'], text, [])).toEqual({ pond: { name: text } })
})

test.each(languages)(
  'every deed that the server writes into a history has a word, in %s',
  (language) => {
    const deeds = sources('server').flatMap((text) =>
      [
        ...text.matchAll(
          /(?:\baudit\(\{[^}]*\baction: |\btold\(\w+, (?:[^'),]*\? )?)'(\w+)'(?: : '(\w+)')?/g,
        ),
      ].flatMap(([, one, other]) => [one!, ...(other ? [other] : [])]),
    )
    const own = entities.flatMap(({ module, name, permissions }) =>
      Object.keys(permissions).map(
        (action) => [action, `${module}:${name}.actions.${action}`] as const,
      ),
    )
    const held = (deed: string) =>
      commonActions.has(deed) ||
      own.some(
        ([action, label]) => action === deed && missingLabels(language, [label]).length === 0,
      ) ||
      missingLabels(language, [`system:audit.actions.${deed}`]).length === 0
    expect(deeds.length).toBeGreaterThan(40)
    expect([...new Set(deeds)].filter((deed) => !held(deed))).toEqual([])
  },
)

test.each(languages)(
  'every module, screen and button that can be granted has a word, in %s',
  (language) => {
    const granted = catalogue(Object.values(modules))
    // Without texts each label is the key that it asks for.
    const blocks = blocksOf((key) => key, granted)
    expect(blocks.flatMap(({ screens }) => screens.flatMap(codesOfScreen)).sort()).toEqual(
      granted.map(({ code }) => code).sort(),
    )
    expect(
      missingLabels(
        language,
        blocks.flatMap(({ label, screens }) => [
          label,
          ...screens.flatMap((screen) => [
            screen.label,
            ...screen.buttons.map((button) => button.label),
          ]),
        ]),
      ),
    ).toEqual([])
  },
)
