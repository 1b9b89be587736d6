import type { ComponentType } from 'react'
import type { Entity } from '#contract/entity.ts'
import type { Field } from '#contract/field.ts'
import type { Row } from '#src/kit/definition/resource.ts'

interface About {
  entity: Entity
  name: string
  field: Field
}
export interface CellProps extends About {
  row: Row
  /** The record's own page has room for what a table cell has not. */
  isDetail?: boolean
  /** In a column whose head says the unit, among others of its kind. */
  isBare?: boolean
  /** Figures behind the point that all cells of the column have. */
  decimals?: number
}
export interface InputProps extends About {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
  /** The row being edited, for the labels of what it refers to. */
  row?: Row
  /**
   * Value of the field that this one lies within, or looks at; without it there is nothing to
   * choose from.
   */
  above?: unknown
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
}
export interface FilterProps extends About {
  id: string
  value: unknown
  onChange: (value: unknown) => void
}
/** How one field is searched by in its own way, and what its chip says of the row that was chosen. */
export interface OwnFilter {
  Filter: ComponentType<FilterProps>
  Name: ComponentType<{ id: number }>
}
export type OwnFilters = Readonly<Partial<Record<string, OwnFilter>>>

/**
 * How one kind of field shows itself and is searched by; how it is filled in comes with the forms
 * (inputs.ts).
 */
export interface FieldType {
  Cell: ComponentType<CellProps>
  /** Absent: this kind cannot be searched by. */
  Filter?: ComponentType<FilterProps>
  align?: 'right'
  /** Does not fit a table or a narrow form column. */
  wide?: boolean
}

/** What antd wants to hear of an input that is wrong. */
export const statusOf = (invalid: boolean | undefined) => (invalid ? ('error' as const) : undefined)

export const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

const typedIn: ReadonlySet<string> = new Set([
  'text',
  'richtext',
  'phone',
  'integer',
  'decimal',
  'money',
  'point',
])
/** Whether its value is chosen rather than written. */
export const isChosen = ({ kind }: Field) => !typedIn.has(kind)
