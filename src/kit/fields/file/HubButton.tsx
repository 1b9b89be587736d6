import { PictureOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { picture } from '#contract/content/picture.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { HubPicture } from './HubDialog.tsx'

const HubDialog = lazy(() => import('./HubDialog.tsx'))

interface HubButtonProps {
  onPick: (picked: HubPicture) => void
  disabled?: boolean | undefined
  /** A tool among others, which says its name to whoever asks. */
  isTool?: boolean
}
/** Takes a picture from the image center, for whoever may see that. */
export function HubButton({ onPick, disabled, isTool }: HubButtonProps) {
  const t = useLabels()
  const may = useGranted(picture.permissions.list)
  const [isOpen, setOpen] = useState(false)
  if (may === false) return null
  const said = t('kit:hub.choose')
  return (
    <>
      <Button
        type={isTool ? 'text' : 'default'}
        icon={<PictureOutlined />}
        disabled={disabled || may === undefined}
        // Its room is there while it is asked whether it may be: what stands below stays where it is.
        style={may === undefined ? { visibility: 'hidden' } : undefined}
        aria-haspopup="dialog"
        {...(isTool && { 'aria-label': said, title: said })}
        onClick={() => setOpen(true)}
      >
        {!isTool && said}
      </Button>
      {isOpen && (
        <Suspense>
          <HubDialog
            onClose={() => setOpen(false)}
            onPick={(picked) => {
              setOpen(false)
              onPick(picked)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
