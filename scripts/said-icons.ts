import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Icons that antd draws itself: by whom they are imported, which, and the word of `common:icons`
 * under which they are read out instead of the English name of their drawing. Without a word they
 * say nothing that does not stand beside them.
 */
const said: readonly (readonly [by: string, icon: string, word?: string])[] = [
  ['/antd/es/pagination/Pagination.js', 'LeftOutlined', 'previousPage'],
  ['/antd/es/pagination/Pagination.js', 'RightOutlined', 'nextPage'],
  ['/antd/es/pagination/Pagination.js', 'DoubleLeftOutlined', 'previousPages'],
  ['/antd/es/pagination/Pagination.js', 'DoubleRightOutlined', 'nextPages'],
  ['/antd/es/_util/getAllowClear.js', 'CloseCircleFilled', 'clear'],
  ['/antd/es/select/useIcons.js', 'CloseCircleFilled', 'clear'],
  ['/antd/es/input/Search.js', 'SearchOutlined', 'search'],
  ['/antd/es/tabs/index.js', 'EllipsisOutlined', 'more'],
  ['/antd/es/date-picker/', 'SwapRightOutlined', 'upTo'],
  ['/antd/es/date-picker/', 'CalendarOutlined'],
  ['/antd/es/date-picker/', 'ClockCircleOutlined'],
]
const made = fileURLToPath(new URL('../src/lib/said-icon.ts', import.meta.url))
const prefix = '\0said-icon:'

/** Gives those icons a name in the reader's language. */
export function saidIcons(): Plugin {
  return {
    name: 'furrow-said-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer = '') => {
      const found = said.find(
        ([by, icon]) => importer.includes(by) && source === `@ant-design/icons/es/icons/${icon}`,
      )
      return found ? `${prefix}${found[1]}:${found[2] ?? ''}` : null
    },
    load: (id) => {
      if (!id.startsWith(prefix)) return null
      const [icon, word] = id.slice(prefix.length).split(':')
      return `import Icon from '@ant-design/icons/es/icons/${icon}'
import { saidIcon, silentIcon } from ${JSON.stringify(made)}
export default ${word ? `saidIcon(Icon, '${word}')` : 'silentIcon(Icon)'}`
    },
  }
}
