/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  roles_list:
    "ranks, what roles are there, role list, list roles, which roles, show roles, all roles, list every role, which roles exist, which ranks, fetch roles",
  roles_create:
    "new role, make a role, rank, create a role, add a role, set up a role, role called, colored role, add a new role, role named, new role with a color, make a rank, create a colored role",
  roles_modify:
    "rename a role, role color, colour, role permissions, hoist, mentionable, role icon, change a role, edit a role, what a role may do, permissions of a role, change the name of a role, give a role a permission, allow a role to do something, let a role manage, make a role blue, allow a role to, change the color of a role, edit a role's permissions, remove a permission from a role, take a permission from a role, permission of the role, edit role, role name, set color, set permissions of a role, recolor a role, hoist a role, separate role in the list, update a role, gradient role",
  roles_modify_positions:
    "reorder roles, role hierarchy, role above, role below, role order, put a role above another, put a role below another, put the admin role above, move a role up, move a role down, role position, sort roles, set positions, raise a role",
  roles_member_counts:
    "how many members have a role, role sizes, members per role, how many people have a role, how many in each role, count of role members, size of a role, how many members have the role, how popular is a role, count role members, biggest role",
  roles_delete:
    "remove a role from the server, drop a role, get rid of a role, delete an unused role, erase a role, delete role, remove a role completely",
  roles_get:
    "role info, details of a role, fetch role, one role, color of a role, what may a role do, what can a role do, colour of a role"
} as const
