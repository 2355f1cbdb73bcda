package simulations

// Rival is a figure of another program, or of this one in the past.
type Rival struct {
	Error  float64 // mean over tables
	Method string  // "old" is suffice at commit 2afdd36
}

// measured is the least mean error that was measured in a cell on replicates 1 to 5: by R MAVE
// 1.3.11 (csMAVE, csOPG, meanMAVE, meanOPG; not on the largest cells), or by sca and kdr of suffice
// at commit 2afdd36.
var measured = map[string]Rival{
	"li_prod_100_10":   {.238, "meanOPG"},
	"li_prod_200_20":   {.309, "meanOPG"},
	"li_prod_1000_20":  {.118, "old kdr"},
	"li_rat_400_10":    {.057, "meanMAVE"},
	"xia_sign_100_10":  {.283, "csMAVE"},
	"xia_sign_200_10":  {.178, "csMAVE"},
	"xia_sign_400_20":  {.197, "csMAVE"},
	"lw_a_100_20":      {.130, "meanMAVE"},
	"lw_a_200_10":      {.023, "old kdr"},
	"lw_b_400_10":      {.060, "old kdr"},
	"lw_d_400_10":      {.145, "old sca"},
	"var_exp_400_10":   {.165, "old sca"},
	"fl_A_100_10":      {.063, "old kdr"},
	"fl_B_200_10":      {.075, "old kdr"},
	"si_lin_100_20":    {.309, "meanMAVE"},
	"si_lin_500_50":    {.169, "old kdr"},
	"bin_sq_400_10":    {.112, "csMAVE"},
	"rings_400_10":     {.080, "old sca"},
	"censored_400_10":  {.111, "meanMAVE"},
	"t3_x_400_10":      {.057, "old kdr"},
	"outliers_400_10":  {.047, "old kdr"},
	"collinear_400_10": {.045, "meanMAVE"},
	"curved_x_400_10":  {.087, "meanMAVE"},
	"yl_het_400_10":    {.234, "csMAVE"},
	"cve1_100_20":      {.318, "old kdr"},
	"cve2_100_20":      {.620, "old kdr"},
	"cve3_100_20":      {.675, "old kdr"},
	"cve4_200_20":      {.360, "meanMAVE"},
	"cve5_200_20":      {.370, "meanMAVE"},
	"cve6_200_20":      {.147, "old kdr"},
	"cve7_400_20":      {.153, "old kdr"},
	"ecve1_200_10":     {.010, "old sca"},
	"ecve2_200_10":     {.080, "old kdr"},
	"ecve3_200_10":     {.370, "old sca"},
	"ecve4_200_10":     {.559, "old sca"},
	"ecve5_200_10":     {.544, "meanOPG"},
	"ecve6_200_10":     {.135, "csMAVE"},
	"ecve7_200_10":     {.187, "old kdr"},
}

// published is the least mean error that others have published for a cell, on draws of
// their own. Sources: Fertl and Bura (2021) and the documents of the R package CVarE for cve
// and ecve; Zeng, Mai and Zhang (2022) and their result files for seas.
var published = map[string]Rival{
	"cve1_100_20":    {.383, "CVE"},
	"cve2_100_20":    {.457, "CVE"},
	"cve3_100_20":    {.628, "CVE"},
	"cve4_200_20":    {.391, "MAVE"},
	"cve5_200_20":    {.374, "MAVE"},
	"cve6_200_20":    {.166, "MAVE"},
	"cve7_400_20":    {.505, "CVE"},
	"ecve1_200_10":   {.120, "ECVE or csMAVE"},
	"ecve2_200_10":   {.219, "ECVE or csMAVE"},
	"ecve3_200_10":   {.369, "ECVE or csMAVE"},
	"ecve4_200_10":   {.545, "ECVE or csMAVE"},
	"ecve5_200_10":   {.634, "ECVE or csMAVE"},
	"ecve6_200_10":   {.194, "ECVE or csMAVE"},
	"ecve7_200_10":   {.143, "ECVE or csMAVE"},
	"seas1_200_1000": {.361, "SEAS-PFC"},
	"seas3_200_1000": {.283, "SEAS-SIR"},
}
