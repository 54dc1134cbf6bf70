/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  stage_instances_create: "start a stage, go live on a stage",
  stage_instances_modify: "change the topic of a stage",
  stage_instances_delete: "end a stage, close a stage"
} as const
