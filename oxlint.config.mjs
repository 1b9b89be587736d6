import { defineConfig } from 'oxlint'
import { common, contractUses, uses } from './domains.config.mjs'
import { layers } from './layers.config.mjs'

const everything = Object.keys(layers)
/** What a domain's code may use of its own, and what of the domains that it may use. */
const inDomains = {
  features: ['features'],
  page: ['page', 'features'],
  'server-engine': ['server-engine'],
  'server-module': ['server-module', 'server-engine'],
}
const byDomain = Object.keys(inDomains)
// A folder of `contract` is a domain's; whoever is not a domain's code may use all of them.
const layer = (type) => {
  const to = layers[type]
  const whole = to.includes('contract') && !byDomain.includes(type)
  return {
    from: { element: { type } },
    allow: { to: { element: { type: whole ? [...to, 'contract-domain'] : to } } },
  }
}
const within = (type, domain, to, names) => ({
  from: { element: { type, captured: { name: domain } } },
  allow: { to: { element: { type: to, captured: { name: names } } } },
})
const contractOf = (domain) => [
  {
    from: { element: { type: 'contract-domain' } },
    allow: { to: { element: { type: 'contract' } } },
  },
  within('contract-domain', domain, 'contract-domain', [domain, ...(contractUses[domain] ?? [])]),
]
const codeOf = (domain) => {
  const others = [...common, ...(uses[domain] ?? [])]
  return byDomain.flatMap((type) => [
    layer(type),
    within(type, domain, inDomains[type], [domain]),
    within(type, domain, 'contract-domain', [domain, ...others]),
    // A page uses no other domain's page, an engine no other domain's engine.
    ...(type === 'server-engine'
      ? []
      : [within(type, domain, type === 'server-module' ? inDomains[type] : 'features', others)]),
  ])
}
// The files at the root of src/ and server/ put the rest together; tests and scripts look at whatever they need.
const parts = {
  web: [
    'catalogue',
    'resources',
    'providers',
    'shell',
    'features',
    'kit',
    'ui',
    'api',
    'lib',
    'contract',
    'contract-domain',
    'locales',
  ],
  server: [
    ...everything.filter((type) => type.startsWith('server-')),
    'contract',
    'contract-domain',
    'locales',
  ],
}
const roots = Object.entries(parts).flatMap(([side, types]) => {
  const from = { file: { categories: `${side}-root` } }
  return [
    { from, allow: { to: { element: { type: types } } } },
    { from, allow: { to: { file: { categories: `${side}-root` } } } },
  ]
})
const free = ['tests', 'scripts'].flatMap((type) => {
  const from = { element: { type } }
  return [
    { from, allow: { to: { element: { type: '*' } } } },
    { from, allow: { to: { file: { categories: '*' } } } },
  ]
})
const boundaries = (policies) => ({
  'boundaries/dependencies': ['error', { default: 'disallow', policies }],
})
// Every import is held against every policy of its file's list, so each place has a list of its own:
// one list of all took two minutes.
const domainNames = [...new Set([...Object.keys(uses), ...Object.keys(contractUses)])]
const places = [
  { files: ['tests/**', 'scripts/**'], rules: boundaries(free) },
  ...domainNames.flatMap((domain) => [
    { files: [`contract/${domain}/**`], rules: boundaries(contractOf(domain)) },
    {
      files: [`src/features/${domain}/**`, `src/pages/${domain}/**`, `server/modules/${domain}/**`],
      rules: boundaries(codeOf(domain)),
    },
  ]),
]

// One list per place: oxlint replaces this rule's options in an override, it does not merge them.
const only = {
  axios: { name: 'axios', message: 'Only src/api knows how the server is reached.' },
  antd: {
    group: ['antd', 'antd/*', '@ant-design/*', '@refinedev/antd'],
    message: 'The contract, lib and api have no face.',
  },
  steps: {
    name: 'antd',
    importNames: ['InputNumber'],
    message: 'Its arrows are called in English everywhere: NumberBox of src/ui.',
  },
  server: {
    group: ['fastify', '@fastify/*', 'pg', 'kysely', 'kysely/*', 'node:*'],
    message: 'Only the server has a database and a network.',
  },
}
const restrict = (paths, patterns) => ({ 'no-restricted-imports': ['error', { paths, patterns }] })

const unit = (type, pattern) => ({ type, pattern, capture: ['name'] })

// Only the two that the server is held to (overrides) are worth what looking at types costs.
const typeAware = [
  'await-thenable',
  'no-array-delete',
  'no-base-to-string',
  'no-duplicate-type-constituents',
  'no-floating-promises',
  'no-for-in-array',
  'no-implied-eval',
  'no-meaningless-void-operator',
  'no-misused-spread',
  'no-redundant-type-constituents',
  'no-unsafe-unary-minus',
  'require-array-sort-compare',
  'restrict-template-expressions',
  'unbound-method',
  'no-unnecessary-parameter-property-assignment',
  'no-useless-default-assignment',
]
const untyped = Object.fromEntries(typeAware.map((rule) => [`typescript/${rule}`, 'off']))

export default defineConfig({
  plugins: ['import', 'typescript', 'react', 'unicorn', 'oxc'],
  jsPlugins: ['eslint-plugin-boundaries', 'eslint-plugin-i18next'],
  categories: { correctness: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['dist', 'node_modules', '.furrow', 'test-results', '.cache'],
  settings: {
    'import/resolver': { typescript: {} },
    'boundaries/elements': [
      unit('page', 'src/pages/*'),
      unit('features', 'src/features/*'),
      // Before its module: what of a domain needs no calls.
      unit('server-engine', 'server/modules/*/engine'),
      unit('server-module', 'server/modules/*'),
      unit('contract-domain', 'contract/*'),
      ...['lib', 'api', 'ui', 'kit', 'resources', 'providers', 'shell', 'catalogue'].map(
        (type) => ({ type, pattern: `src/${type}` }),
      ),
      ...[
        'postgres',
        'db',
        'devices',
        'i18n',
        'http',
        'live',
        'jobs',
        'mqtt',
        'services',
        'demo',
      ].map((name) => ({
        type: `server-${name}`,
        pattern: `server/${name}`,
      })),
      ...['contract', 'locales', 'simulator', 'tests', 'scripts'].map((type) => ({
        type,
        pattern: type,
      })),
    ],
    'boundaries/files': [
      { category: 'web-root', pattern: 'src/*.{ts,tsx}' },
      { category: 'server-root', pattern: 'server/*.ts' },
      { category: 'tool', pattern: '*.config.{ts,mjs}' },
    ],
  },
  rules: {
    ...untyped,
    // Of what is in no domain; the rest is in `places`.
    ...boundaries([...everything.map(layer), ...roots]),
    'boundaries/no-unknown-files': 'error',
    'import/no-cycle': 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'typescript/no-explicit-any': 'error',
    'unicorn/filename-case': ['error', { cases: { kebabCase: true, pascalCase: true } }],
    // The patterns that refuse control characters have to name them.
    'eslint/no-control-regex': 'off',
    'eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'react/rules-of-hooks': 'error',
    'react/forbid-elements': [
      'error',
      {
        forbid: [
          {
            element: 'Checkbox.Group',
            message: 'It loses one of two quick clicks: Checkboxes of src/ui does not.',
          },
        ],
      },
    ],
    // What React's compiler could not improve; it is not in use here.
    'react/preserve-manual-memoization': 'off',
    'react/set-state-in-effect': 'off',
    ...restrict([only.axios], []),
  },
  overrides: [
    ...places,
    {
      files: ['contract/**', 'src/lib/**'],
      rules: restrict([only.axios], [only.antd, only.server]),
    },
    { files: ['src/api/**'], rules: restrict([], [only.antd, only.server]) },
    {
      files: ['src/{ui,kit,features,pages,resources,providers,shell,catalogue}/**', 'src/*'],
      rules: restrict([only.axios, only.steps], [only.server]),
    },
    { files: ['src/ui/NumberBox.tsx'], rules: restrict([only.axios], [only.server]) },
    // One rejection that nobody takes ends the process for all tenants; `void` takes none, so it is no way out.
    {
      files: ['server/**', 'simulator/**'],
      rules: {
        'typescript/no-floating-promises': ['error', { ignoreVoid: false }],
        'typescript/no-misused-promises': 'error',
      },
    },
    {
      files: ['src/**'],
      rules: { 'i18next/no-literal-string': ['error', { mode: 'jsx-text-only' }] },
    },
    // The vocabulary is generic over what it does not care about.
    {
      files: ['contract/field.ts', 'contract/entity.ts', 'src/kit/definition/resource.ts'],
      rules: { 'typescript/no-explicit-any': 'off' },
    },
    { files: ['tests/**'], rules: { 'no-restricted-imports': 'off' } },
    { files: ['scripts/**'], rules: { 'no-restricted-imports': 'off' } },
    // These rules are about the parts of the product; the files at the top only configure tools.
    { files: ['*.config.{ts,mjs}'], rules: { 'boundaries/dependencies': 'off' } },
  ],
})
