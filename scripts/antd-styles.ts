import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { defaultTheme } from '../contract/account/tenant.ts'
import { tokensOf } from '../src/shell/theme-tokens.ts'

const name = 'virtual:antd-styles.css'
/** Where antd writes which rules a sheet holds. */
const lookup = '.data-ant-cssinjs-cache-path{content:"'

/**
 * The style sheet of what every list shows of antd, made while building. In the browser antd finds
 * it, and does not
 * write the same rules anew at every first page (a tenth of the time to its first row). A theme of
 * another colour, and any other component, writes its rules itself as ever.
 */
export function antdStyles(): Plugin {
  let isBuild = false
  return {
    name: 'furrow-antd-styles',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    resolveId: (source) => (source === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? (isBuild ? stylesOfLists() : '') : null),
  }
}

function stylesOfLists(): string {
  // One instance of each package for antd and for us: its CommonJS one.
  const require = createRequire(import.meta.url)
  const { createElement: h } = require('react') as typeof import('react')
  const { renderToString } = require('react-dom/server') as typeof import('react-dom/server')
  const { createCache, extractStyle, StyleProvider } =
    require('@ant-design/cssinjs') as typeof import('@ant-design/cssinjs')
  const {
    Button,
    Checkbox,
    ConfigProvider,
    Empty,
    Input,
    Pagination,
    Select,
    Spin,
    Table,
    Tooltip,
  } = require('antd') as typeof import('antd')
  const shown = [
    h(Button, { key: 'button', type: 'primary', loading: true }),
    h(Checkbox, { key: 'checkbox' }),
    h(Empty, { key: 'empty' }),
    h(Input, { key: 'input', allowClear: true }),
    h(Pagination, { key: 'pagination', total: 100, showSizeChanger: true }),
    h(Select, { key: 'select' }),
    h(Spin, { key: 'spin' }),
    h(Table, {
      key: 'table',
      columns: [{ key: 'a', sorter: true }],
      dataSource: [{ key: 1 }],
      rowSelection: {},
    }),
    h(Tooltip, { key: 'tooltip', title: name, children: h('i') }),
  ]
  const sheetOf = (isDark: boolean) => {
    const cache = createCache()
    renderToString(
      h(StyleProvider, {
        cache,
        children: h(ConfigProvider, {
          theme: tokensOf(defaultTheme.themeColor, isDark),
          children: shown,
        }),
      }),
    )
    return extractStyle(cache, { plain: true, types: 'style' })
  }
  // antd looks its rules up by the theme they were made for; those of the dark one are the same
  // under another name.
  const [[rules, light], [darkRules, dark]] = [false, true].map((isDark) =>
    sheetOf(isDark).split(lookup),
  ) as [[string, string], [string, string]]
  return rules === darkRules
    ? `${rules}${lookup}${light.replace('";}', `;${dark.slice(0, -'";}'.length)}";}`)}`
    : `${rules}${lookup}${light}`
}
