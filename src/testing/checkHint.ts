import { firstChars } from "../errors/truncate.ts"

/** The words a hint may start with: it tells what to do, not what happened. */
export const imperatives: ReadonlySet<string> = new Set(
  `Accept Add Allow Answer Ask Assign Attach Call Cancel Change Check Choose Clear Close Confirm Connect Continue Correct
  Create Delete Disable Disconnect Do Drop Edit Enable End Fetch Fill Find Finish Fix Follow Give Go Grant Include Invite
  Join Keep Leave Let Lift List Look Lower Make Mark Merge Move Name Narrow Omit Open Pass Pick Place Post Provide Publish
  Put Raise Read Reduce Refresh Remove Rename Reopen Repeat Replace Reply Report Request Resend Resize Restore Retry
  Search Select Send Set Shorten Show Shrink Skip Split Start Stop Submit Switch Take Tell Transfer Try Turn Unarchive
  Unban Unlock Unpin Update Upload Use Verify Wait Write`.split(/\s+/)
)

/** The fewest words in which a next step can be told. */
const MIN_WORDS = 5

/** What is wrong with a hint: it must start with a verb in the imperative and have five words or more. */
export const checkHint = (hint: string): ReadonlyArray<string> => {
  const words = hint.trim().split(/\s+/)
  const first = (words[0] ?? "").replace(/[:,]$/, "")
  return [
    ...(imperatives.has(first) ? [] : [`it starts with ${JSON.stringify(firstChars(first, 40))}, not with a verb`]),
    ...(words.length < MIN_WORDS ? [`it has ${words.length} words; a next step needs at least ${MIN_WORDS}`] : [])
  ]
}
