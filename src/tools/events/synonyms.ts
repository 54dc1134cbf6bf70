/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  events_list:
    "upcoming events, scheduled events, calendar, what is planned, what events, which events, next event, coming up, list events, when is the next event, what is on, what is happening, is there an event today, show the calendar, show events, events this week, planned events, what events are coming up, which events are planned",
  events_get:
    "event details, when is the event, one event, details of an event, event info, fetch event, where is the event, who hosts the event",
  events_create:
    "schedule an event, plan, meeting, meetup, date, appointment, event on a day, create an event, plan an event, organise an event, set up a meeting, game night, movie night, party, event next week, schedule a meeting, schedule a game, put an event in the calendar, add an event, organize an event, book a meeting, event for, make an appointment, event on saturday, create a meetup, new event, weekly meeting, recurring event, host an event",
  events_modify:
    "cancel an event, reschedule, start an event, end an event, move an event, change the time, postpone, change an event, edit an event, rename an event, call off an event, cancel the meetup, cancel a meeting, move the event to another day, delay an event, change the date of an event, edit event, begin the event, complete an event, mark an event as over, change the place of an event, change the description of an event, push back an event",
  events_delete: "remove an event, delete an event, delete event, remove a scheduled event"
} as const

/** Phrases of users for the tools for single occurrences and their users. */
export const occurrenceSynonyms = {
  events_list_users:
    "who is coming, attendees, interested, rsvp, participants of an event, who is going, who signed up, who will attend, who will come, who takes part, who participates, who is interested in an event, who is coming to an event, list of attendees, people interested in an event, fetch event users, subscribers of an event, who comes, guest list",
  events_count_users:
    "how many are coming, number of attendees, how many people are interested in an event, how many people come to an event, how many attend, how many signed up, how many are going, count attendees",
  events_create_exception:
    "cancel one occurrence, skip one date of a series, skip one occurrence, skip next week's event, cancel one date of a weekly event, move one occurrence, one time exception of a recurring event, cancel a single occurrence, cancel only this week, move only one date, move a meeting on one date only",
  events_list_exception_users:
    "who comes to one occurrence, attendees of a single date, who comes to this week's meeting",
  events_modify_exception: "change a moved occurrence, change an exception of an event",
  events_delete_exception:
    "undo a skipped occurrence, bring a canceled occurrence back, restore an occurrence, remove an exception of an event"
} as const
