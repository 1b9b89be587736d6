import { Component, type ErrorInfo, type ReactNode } from 'react'
import { PageFailure } from './PageFailure.tsx'

interface BoundaryProps {
  path: string
  children: ReactNode
}
/** Keeps what breaks in a page within that page: menu, tabs and the other pages go on. */
export class PageBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
  }
  override render() {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <PageFailure
        error={this.state.error}
        path={this.props.path}
        onRetry={() => this.setState({ error: null })}
      />
    )
  }
}
