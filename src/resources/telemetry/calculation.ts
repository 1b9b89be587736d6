import { lazy } from 'react'
import { calculation, calculationScreen } from '#contract/telemetry/calculation.ts'
import {
  FormulaCell,
  InputsCell,
  StateCell,
  ValueCell,
} from '#src/features/telemetry/calculation/CalculationCells.tsx'
import { usesNote } from '#src/features/platform/uses-note.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const calculations = resource(calculation, {
  screen: calculationScreen,
  list: {
    columns: ['name', 'deviceId', 'quantity', 'lastValue', 'lastAt', 'state', 'enabledFlag'],
    more: ['enabledFlag'],
    filters: ['name', 'deviceId', 'quantity', 'state', 'enabledFlag'],
    rowActions: ['show', 'recalculate', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['name', 'deviceId'],
    ['quantity', 'unit'],
    ['stepMinutes', 'enabledFlag'],
    ['inputs'],
    ['formula'],
    ['description'],
  ],
  open: { create: 'page', edit: 'page' },
  cells: { formula: FormulaCell, inputs: InputsCell, state: StateCell, lastValue: ValueCell },
  inputs: {
    inputs: lazy(() => import('#src/features/telemetry/calculation/InputsInput.tsx')),
    formula: lazy(() => import('#src/features/telemetry/calculation/FormulaInput.tsx')),
  },
  formFooter: lazy(() => import('#src/pages/telemetry/calculation/TryCalculation.tsx')),
  beforeDelete: (rows) => usesNote('calculation', rows),
  dialogs: { recalculate: () => import('#src/pages/telemetry/calculation/RecalculateDialog.tsx') },
})
