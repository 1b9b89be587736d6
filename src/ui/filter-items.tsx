import { Input, Select } from 'antd'
import type { FilterItem } from './FilterBar.tsx'

interface Choice {
  value: string
  label: string
}
interface ChoiceLook {
  /** What holds while nothing is chosen, where the list says it narrows all the same. */
  otherwise?: string
  isSearched?: boolean
  isRequired?: boolean
}

/** Fields of a filter bar that write into a draft of texts; `page` keeps their ids apart from others. */
export function filterItems(
  page: string,
  draft: Readonly<Record<string, string>>,
  set: (name: string, value: string | undefined) => void,
) {
  return {
    text: (name: string, label: string): FilterItem => ({
      id: `${page}-${name}`,
      label,
      control: (
        <Input
          id={`${page}-${name}`}
          allowClear
          value={draft[name] ?? ''}
          onChange={(event) => set(name, event.target.value)}
        />
      ),
    }),
    choice: (
      name: string,
      label: string,
      options: Choice[],
      { otherwise, isSearched, isRequired }: ChoiceLook = {},
    ): FilterItem => ({
      id: `${page}-${name}`,
      label,
      control: (
        <Select
          id={`${page}-${name}`}
          allowClear={!isRequired}
          showSearch={isSearched}
          optionFilterProp="label"
          value={draft[name] || otherwise}
          onChange={(value: string | undefined) => set(name, value)}
          options={options}
        />
      ),
    }),
  }
}
