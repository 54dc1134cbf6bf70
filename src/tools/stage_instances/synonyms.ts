/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  stage_instances_create:
    "start a stage, go live on a stage, open a stage, begin a stage, create stage instance, create a stage",
  stage_instances_modify:
    "change the topic of a stage, stage topic, rename a stage, edit stage instance, new topic for the stage, what a stage is about",
  stage_instances_delete:
    "end a stage, close a stage, stop a stage, stop the live stage, finish a stage, delete stage instance, stage is over",
  stage_instances_get:
    "is the stage live, live stage, what is on stage, stage info, current stage topic, which topic has the stage, fetch stage instance"
} as const
