import { Drawer } from 'antd'
import { useRef, type ComponentProps } from 'react'
import { FormScreen, type FormHandle } from '#src/kit/form/FormScreen.tsx'
import { useNarrow } from '#src/ui/use-width.ts'

interface FormDrawerProps extends Pick<
  ComponentProps<typeof FormScreen>,
  'resource' | 'kind' | 'id' | 'begin' | 'onDone'
> {
  title: string
  onClose: () => void
}
/** A record's own form over the map; what was typed is not lost without a question. */
export function FormDrawer({ title, onClose, ...form }: FormDrawerProps) {
  const isNarrow = useNarrow()
  const handle = useRef<FormHandle>(null)
  const close = async () => {
    if ((await handle.current?.leave()) ?? true) onClose()
  }
  return (
    <Drawer
      open
      width={isNarrow ? '100%' : 720}
      title={title}
      // The form's first field takes the focus; to lose it to the drawer would be to have left it empty.
      autoFocus={isNarrow}
      maskClosable={false}
      onClose={() => void close()}
    >
      <FormScreen ref={handle} {...form} onCancel={() => void close()} />
    </Drawer>
  )
}
