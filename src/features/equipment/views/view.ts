import type { ComponentType, LazyExoticComponent } from 'react'
import type { DeviceRights } from '#src/features/equipment/use-device-rights.ts'
import type { Reported } from '#src/features/equipment/reading-words.ts'

/** What a type shows in place of the tiles of its switches. */
export interface PanelProps {
  deviceId: number
  may: DeviceRights
}
export interface DrawingProps {
  readings: readonly Reported[]
}

/**
 * How a device type shows itself. Its readings and commands draw themselves; what is more than they
 * is loaded when it is seen.
 */
export interface DeviceView {
  /** Name of an icon (src/ui/icons.svg): of its list, its cards, its place on a map. */
  icon: string
  /** The reading that its curve begins with. */
  curve: string
  /** What a card or a list has room for, the most telling first. */
  key: readonly string[]
  panel?: {
    /** Key of its title, a tab of the data dialog. */ title: string
    /** Readings that it tells itself. */ tells: readonly string[]
    Panel: LazyExoticComponent<ComponentType<PanelProps>>
  }
  /** Above everything else on its page. */
  Drawing?: LazyExoticComponent<ComponentType<DrawingProps>>
}
