/** A schema of Discord's published description, reduced to what checks a value. */
export type DescribedNode = { readonly nullable?: true } & (
  | { readonly type: "ref"; readonly name: string }
  | { readonly type: "snowflake" | "boolean" | "time" | "picture" }
  | { readonly type: "string" | "name" | "integer"; readonly min?: number; readonly max?: number }
  | { readonly type: "choice"; readonly values: ReadonlyArray<string | number> }
  /** One of these objects, which differ by a constant. */
  | { readonly type: "union"; readonly members: ReadonlyArray<DescribedNode> }
  | { readonly type: "list"; readonly items: DescribedNode; readonly min?: number; readonly max?: number }
  | {
      readonly type: "object"
      readonly fields: Readonly<Record<string, DescribedNode>>
      readonly required: ReadonlyArray<string>
    }
)
