import type { Paint } from "../style.ts"

/** Where a page is read: in which colours, and how many columns a line may take. */
export interface Look {
  readonly paint: Paint
  readonly columns: number
}
