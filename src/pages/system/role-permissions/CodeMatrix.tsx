import { Checkbox, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import {
  codesOfBlock,
  codesOfScreen,
  searched,
  toggled,
  triOf,
  type ModuleBlock,
} from './catalogue.ts'

interface CodeMatrixProps {
  blocks: readonly ModuleBlock[]
  held: ReadonlySet<string>
  isFixed: boolean
  onChange: (held: ReadonlySet<string>) => void
}

/**
 * Modules, their screens, their buttons: one box each, half ticked where some of what is inside is
 * given.
 */
export function CodeMatrix({ blocks, held, isFixed, onChange }: CodeMatrixProps) {
  const t = useLabels({ module: 'system' })
  const [text, setText] = useState('')
  const shown = useMemo(() => searched(blocks, text), [blocks, text])
  const box = (label: string, codes: readonly string[], strong = false) => {
    const tri = triOf(codes, held)
    return (
      <Checkbox
        className={strong ? 'role-strong' : undefined}
        checked={tri === 'all'}
        indeterminate={tri === 'some'}
        disabled={isFixed || codes.length === 0}
        onChange={() => onChange(toggled(blocks, held, codes, tri !== 'all'))}
      >
        {label}
      </Checkbox>
    )
  }
  return (
    <div className="role-matrix">
      <Input.Search
        allowClear
        aria-label={t('system:permissions.search')}
        placeholder={t('system:permissions.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {shown.length === 0 && <EmptyState variant="noContent" height={240} />}
      {shown.map((block) => (
        <section key={block.key} aria-label={block.label}>
          <h4>{box(block.label, codesOfBlock(block), true)}</h4>
          {block.screens.map((screen) => (
            <div key={screen.key} role="group" aria-label={screen.label} className="role-screen">
              {box(screen.label, codesOfScreen(screen), true)}
              <div className="role-buttons-of">
                {screen.opening &&
                  screen.buttons.length > 0 &&
                  box(t('common:actions.list'), [screen.opening])}
                {screen.buttons.map((button) => (
                  <span key={button.code} title={button.code}>
                    {box(button.label, [button.code])}
                  </span>
                ))}
              </div>
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}
