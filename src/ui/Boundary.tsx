import { Component, type ComponentType, type ReactNode } from 'react'
import { report } from './report.client.ts'

/** A region that fails says so in its place, and the error service hears of it once. */
export class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    report('a region of the page failed', error)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <p className="notice notice-danger" role="alert">
        Something went wrong here. <a href="">Load the page again</a>, or{' '}
        <a href={`${location.search || '?'}&scripts=off`}>go on with a simpler page</a>.
      </p>
    )
  }
}

/** The island of a region that fails alone. */
export function withBoundary<Props extends object>(Region: ComponentType<Props>) {
  return (props: Props) => (
    <Boundary>
      <Region {...props} />
    </Boundary>
  )
}
