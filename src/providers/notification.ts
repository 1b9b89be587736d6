import type { NotificationProvider } from '@refinedev/core'
import { closeToast, toast } from '#src/ui/toast.ts'

/** Refine's notices as our own toasts: antd's would cost the first screen more than they say. */
export const notificationProvider: NotificationProvider = {
  open: ({ key, message, description, type }) =>
    toast({
      key,
      text: description ? `${description}: ${message}` : message,
      tone: type === 'error' ? 'bad' : 'good',
    }),
  close: closeToast,
}
